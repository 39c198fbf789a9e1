"""CNI_ARGS as plugins load them; the words are held against real plugins in the plugins' own tests."""

from pathlib import Path

import pytest

from tests.support.stand_ins import POD, no_network
from traces.simulate.ask import Ask
from traces.simulate.cni_args import load_args
from traces.simulate.ground import Ground
from traces.simulate.plugin_error import PluginError


def loaded(args: str, *known: str) -> dict[str, str]:
    """What a plugin that knows these names makes of CNI_ARGS."""
    ground = Ground(state=str(Path("/nowhere")), run_network=no_network)
    ask = Ask(plugin="any", verb="ADD", environ={**POD, "CNI_ARGS": args}, stdin=b"{}", ground=ground)
    return dict(load_args(ask, *known))


def test_only_known_names_are_given() -> None:
    assert loaded("IgnoreUnknown=true;IP=10.1.1.1;X=y", "IP")["IP"] == "10.1.1.1"
    assert "X" not in loaded("IgnoreUnknown=true;IP=10.1.1.1;X=y", "IP")


def test_no_args_are_none() -> None:
    assert loaded("", "IP") == {}


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("A=1;B=2", 'ARGS: unknown args ["A=1" "B=2"]'),
        ("A", 'ARGS: invalid pair "A"'),
        ("IP=1=2", 'ARGS: invalid pair "IP=1=2"'),
        (
            "IgnoreUnknown=yes",
            'ARGS: error parsing value of pair "IgnoreUnknown=yes": boolean unmarshal error: invalid input yes',
        ),
    ],
)
def test_what_can_t_be_loaded_is_said_in_go_s_words(args: str, words: str) -> None:
    with pytest.raises(PluginError) as caught:
        loaded(args, "IP")
    assert caught.value.message == words
