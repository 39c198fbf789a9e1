"""One claim, and where it is looked for."""

import pytest

from traces.kernel.claim import bare, same_network, side_of
from traces.model.result import Interface


@pytest.mark.parametrize(
    ("sandbox", "netns", "side"),
    [
        ("", "/run/netns/p", "host"),
        ("/run/netns/p", "/var/run/netns/p", "pod"),
        ("/run/netns//p/", "/run/netns/p", "pod"),
        ("/run/netns/q", "/run/netns/p", "elsewhere"),
    ],
)
def test_the_side_is_read_from_the_path(sandbox: str, netns: str, side: str) -> None:
    assert side_of(Interface(name="x", sandbox=sandbox), netns) == side


def test_addresses_are_compared_in_their_usual_spelling() -> None:
    assert bare("fd00:0::0001/64") == "fd00::1"
    assert bare("<nil>") == "<nil>"
    assert same_network("10.1.2.3/8", "10.0.0.0/8")
    assert not same_network("<nil>", "10.0.0.0/8")
