"""Who is called next is read from the run."""

from pathlib import Path

from tests.support.lessons import BANDWIDTH, BRIDGE, TUNING, asked, right
from tests.support.needs import needs_namespaces

pytestmark = [needs_namespaces]
TOML = '[[run]]\nverb = "ADD"\n[[step]]\nid = "next"\nkind = "next"\nafter = 2\n'


def test_another_chain_has_another_answer(tmp_path: Path) -> None:
    assert right(asked(tmp_path, BRIDGE, TUNING, BANDWIDTH, toml=TOML)) == {"tuning"}
    assert right(asked(tmp_path, BRIDGE, BANDWIDTH, TUNING, toml=TOML)) == {"bandwidth"}
    assert right(asked(tmp_path, BRIDGE, toml=TOML)) == {"nobody: this was all"}


def test_a_fault_changes_the_answer(tmp_path: Path) -> None:
    failing = TOML.replace('verb = "ADD"', 'verb = "ADD"\nfaults = ["0:ADD:error"]').replace("after = 2", "after = 1")
    assert right(asked(tmp_path, BRIDGE, TUNING, toml=failing)) == {"nobody: this was all"}


def test_evidence_names_the_call_and_no_more(tmp_path: Path) -> None:
    evidence = asked(tmp_path, BRIDGE, TUNING, toml=TOML).evidence
    assert evidence == ("Call 3 of this run: tuning (link 1), with CNI_COMMAND=ADD.",)


def test_evidence_of_the_end_has_the_last_failure(tmp_path: Path) -> None:
    toml = TOML.replace('"ADD"', '"ADD"\nfaults = ["1:ADD:error=7,no"]').replace("after = 2", "after = 3")
    counted, failed, ended = asked(tmp_path, BRIDGE, TUNING, toml=toml).evidence
    assert counted == "The run has 3 calls, no more."
    assert '"msg": "no"' in failed
    assert ended == 'The verb ended: plugin type="tuning" failed (add): no'


def test_wrong_choices_are_plugins_of_the_chain(tmp_path: Path) -> None:
    question = asked(tmp_path, BRIDGE, TUNING, BANDWIDTH, toml=TOML)
    assert {choice.text for choice in question.choices} == {"tuning", "bridge", "bandwidth", "nobody: this was all"}
