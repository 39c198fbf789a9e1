"""What stands at a place is read from the run."""

from pathlib import Path

import pytest

from tests.support.lessons import BANDWIDTH, BRIDGE, LOOPBACK, TUNING, asked, own_lesson, right
from tests.support.needs import needs_namespaces
from traces.errors import InputError

ADD = '[[run]]\nverb = "ADD"\n[[step]]\nid = "value"\nkind = "value"\n'


@needs_namespaces
def test_another_chain_has_another_answer(tmp_path: Path) -> None:
    toml = f'{ADD}at = "add result /interfaces/2/mac"\n'
    assert right(asked(tmp_path, BRIDGE, TUNING, toml=toml)) == {"c2:11:22:33:44:55"}
    other = TUNING | {"mac": "c2:11:22:33:44:66"}
    assert right(asked(tmp_path, BRIDGE, other, toml=toml)) == {"c2:11:22:33:44:66"}
    assert right(asked(tmp_path, LOOPBACK, BANDWIDTH, toml=toml)) == {"nothing stands there"}


@needs_namespaces
def test_entries_are_counted(tmp_path: Path) -> None:
    toml = f'{ADD}at = "add result /interfaces"\nmeasure = "count"\n'
    assert right(asked(tmp_path, BRIDGE, toml=toml)) == {"3"}
    assert right(asked(tmp_path, LOOPBACK, toml=toml)) == {"1"}


@needs_namespaces
def test_wrong_choices_come_from_the_run(tmp_path: Path) -> None:
    question = asked(tmp_path, BRIDGE, TUNING, toml=f'{ADD}at = "add link 1 stdin /prevResult/interfaces/0/name"\n')
    assert right(question) == {"cni0"}
    wrong = {choice.text for choice in question.choices if not choice.right}
    assert len(wrong) == 3
    assert "nothing stands there" in wrong
    assert any(text.startswith("veth") for text in wrong)


@needs_namespaces
def test_the_error_of_a_chain_has_places_too(tmp_path: Path) -> None:
    toml = f'{ADD}at = "add error /plugin"\n'.replace('"ADD"\n', '"ADD"\nfaults = ["1:ADD:error"]\n')
    assert right(asked(tmp_path, BRIDGE, TUNING, toml=toml)) == {"tuning"}
    assert right(asked(tmp_path, BRIDGE, BANDWIDTH, toml=toml)) == {"bandwidth"}


def test_a_place_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"lesson\.toml: step 1: at: 'add stdin': expected RUN link N"):
        own_lesson(tmp_path, BRIDGE, toml=f'{ADD}at = "add stdin"\n')
