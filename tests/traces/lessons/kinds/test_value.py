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


@needs_namespaces
def test_what_one_pod_asks_for_is_offered(tmp_path: Path) -> None:
    toml = '[capabilities]\nmac = "c2:00:00:00:00:07"\n' + ADD + 'at = "add link 1 stdin /runtimeConfig/mac"\n'
    question = asked(tmp_path, BRIDGE, TUNING, toml=toml)
    assert right(question) == {"nothing stands there"}
    assert "c2:00:00:00:00:07" in {choice.text for choice in question.choices}
    told = asked(tmp_path, BRIDGE, TUNING | {"capabilities": {"mac": True}}, toml=toml)
    assert right(told) == {"c2:00:00:00:00:07"}


@needs_namespaces
def test_addresses_stand_beside_addresses(tmp_path: Path) -> None:
    question = asked(tmp_path, BRIDGE, TUNING, toml=f'{ADD}at = "add link 0 stdout /ips/0/address"\n')
    wrong = {choice.text for choice in question.choices if not choice.right} - {"nothing stands there"}
    assert wrong and all("/" in text and text.startswith("10.22.") for text in wrong)


@needs_namespaces
def test_the_question_names_who_and_where(tmp_path: Path) -> None:
    question = asked(tmp_path, BRIDGE, TUNING, toml=f'{ADD}at = "add link 1 stdin /mac"\n')
    assert question.prompt == "ADD runs. What does tuning (link 1) find on its stdin at /mac?"
    never = asked(tmp_path, TUNING, BRIDGE, toml=f'{ADD}at = "add link 1 stdin /bridge"\n')
    assert never.prompt == "ADD runs. What does bridge (link 1) find on its stdin at /bridge?"
    assert never.evidence[0] == "What bridge (link 1), never called, got on stdin at ADD:"


@needs_namespaces
def test_evidence_shows_what_stands_around(tmp_path: Path) -> None:
    evidence = asked(tmp_path, LOOPBACK, BRIDGE, toml=f'{ADD}at = "add link 1 stdout /ips/1/address"\n').evidence
    assert evidence[:2] == ("What bridge (link 1) answered on stdout at ADD:", "/ips:")
    assert '"address": "10.22.0.2/24"' in evidence[2]
    assert evidence[3:] == ("/ips/1/address: nothing stands there",)


@needs_namespaces
def test_without_an_error_no_plugin_is_named(tmp_path: Path) -> None:
    question = asked(tmp_path, BRIDGE, TUNING, toml=f'{ADD}at = "add error /plugin"\n')
    assert right(question) == {"none: there is no error"}


def test_a_place_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"lesson\.toml: step 1: at: 'add stdin': expected RUN link N"):
        own_lesson(tmp_path, BRIDGE, toml=f'{ADD}at = "add stdin"\n')
