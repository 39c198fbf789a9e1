"""What happens after a failure is read from the run."""

from pathlib import Path

import pytest

from tests.support.lessons import BRIDGE, LOOPBACK, TUNING, asked, right, run_with_stand_ins, write_lesson
from tests.support.needs import needs_namespaces
from traces.lessons.kinds.outcome import ENDS
from traces.lessons.kinds.table import question_of
from traces.lessons.load import load_lesson

pytestmark = [needs_namespaces]
STEP = '[[step]]\nid = "outcome"\nkind = "outcome"\n'


def of(fault: str, verb: str = "ADD", **more: str) -> str:
    """A lesson of one run with a fault, and the question what happens."""
    extra = "".join(f'{name} = "{value}"\n' for name, value in more.items())
    add = "" if verb == "ADD" else '[[run]]\nverb = "ADD"\n'
    return f'{add}[[run]]\nname = "it"\nverb = "{verb}"\nfaults = {[fault] if fault else []}\n{extra}{STEP}run = "it"\n'


@pytest.mark.parametrize(
    ("toml", "end"),
    [
        (of(""), "well"),
        (of("1:ADD:error"), "stops"),
        (of("1:ADD:missing"), "stops"),
        (of("0:ADD:missing"), "at-once"),
        (of("1:DEL:exit", "DEL"), "stops"),
        (of("1:DEL:exit", "DEL", policy="continue"), "goes-on"),
        (of("1:DEL:missing", "DEL", policy="continue"), "goes-on"),
        (of("0:DEL:exit", "DEL", policy="continue"), "stops"),
        (of("1:DEL:missing", "DEL"), "at-once"),
        (of("0:DEL:missing", "DEL"), "stops"),
        (of("0:ADD:empty"), "stops"),
        (of("1:ADD:empty"), "stops"),
    ],
)
def test_each_way_to_end_is_told_apart(toml: str, end: str, tmp_path: Path) -> None:
    assert right(asked(tmp_path, BRIDGE, TUNING, toml=toml)) == {ENDS[end][0]}


@pytest.mark.parametrize(
    ("fault", "end"),
    [
        ("", "well"),
        ("1:GC:error", "stops"),
        ("0:GC:error", "goes-on"),
        ("1:GC:missing", "stops"),
        ("0:GC:missing", "goes-on"),
        ("1:DEL:missing", "goes-on"),
    ],
)
def test_garbage_collection_is_two_verbs_in_one(fault: str, end: str, tmp_path: Path) -> None:
    folder = write_lesson(tmp_path, BRIDGE, TUNING, toml=of(fault, "GC"))
    chain = folder / "chain.conflist"
    chain.write_text(chain.read_text().replace('"1.0.0"', '"1.1.0"'))
    lesson = load_lesson(folder)
    question = question_of(lesson.steps[0], run_with_stand_ins(lesson), "1")
    assert question is not None
    assert right(question) == {ENDS[end][0]}


def test_what_was_not_called_is_told(tmp_path: Path) -> None:
    evidence = asked(tmp_path, BRIDGE, TUNING, toml=of("1:DEL:error", "DEL")).evidence
    assert evidence[:2] == ("Links called in this DEL: tuning.", "Not called: bridge (link 0).")


def test_another_chain_has_another_answer(tmp_path: Path) -> None:
    assert right(asked(tmp_path, BRIDGE, TUNING, toml=of(""))) == {ENDS["well"][0]}
    assert right(asked(tmp_path, TUNING, BRIDGE, toml=of(""))) == {ENDS["stops"][0]}
    assert right(asked(tmp_path, LOOPBACK, BRIDGE, toml=of(""))) == {ENDS["well"][0]}


def test_evidence_tells_who_was_called_and_the_error(tmp_path: Path) -> None:
    evidence = asked(tmp_path, BRIDGE, TUNING, toml=of("1:ADD:error=11,no answer")).evidence
    assert evidence[0] == "Links called in this ADD: bridge, then tuning."
    assert '"msg": "no answer"' in evidence[1]
    assert evidence[2] == 'It failed: plugin type="tuning" failed (add): no answer'
