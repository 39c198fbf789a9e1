"""A lesson as a document tells of its tasks, too."""

from pathlib import Path
from typing import Any

from tests.support.lessons import BRIDGE, TUNING, own_lesson, run_with_stand_ins
from tests.support.needs import needs_namespaces
from traces.lessons.document import lesson_document
from traces.session.lesson_runs import LessonRuns

TOML = (
    '[[run]]\nverb = "ADD"\n'
    '[[step]]\nid = "edit"\nkind = "edit"\nlink = 1\npointer = "/ips/0/address"\n'
    "wanted = '\"10.22.0.9/24\"'\nsolution = ['/prevResult/ips/0/address=\"10.22.0.9/24\"']\n"
    '[[step]]\nid = "mend"\nkind = "chain"\nask = "Mend it."\noutcome = "well"\n'
    'solution = ["/plugins/0<->/plugins/1"]\n'
)


@needs_namespaces
def test_tasks_of_both_kinds_are_told(tmp_path: Path) -> None:
    lesson = own_lesson(tmp_path, BRIDGE, TUNING, toml=TOML)
    edit, mend = lesson_document(lesson, run_with_stand_ins(lesson), "1")["steps"]
    assert edit["prompt"].startswith("Edit what tuning (link 1) gets as prevResult, so that 10.22.0.9/24 stands at ")
    assert (edit["kind"], edit["link"], edit["file"]) == ("edit", 1, "prevResult.json")
    assert (mend["kind"], mend["prompt"], mend["file"]) == ("chain", "Mend it.", "chain.conflist")
    assert edit["solution"] == ['/prevResult/ips/0/address="10.22.0.9/24"']
    assert mend["solution"] == ["/plugins/0<->/plugins/1"]
    assert "solved" not in edit | mend


def solved(folder: Path, toml: str) -> list[dict[str, Any]]:
    """What is told of the tasks of a lesson whose solutions are tried."""
    lesson = own_lesson(folder, BRIDGE, TUNING, toml=toml)
    with LessonRuns(lesson, simulate="all") as made:
        runs = made.runs()
        document = lesson_document(lesson, runs, "1", lambda task: made.attempt(task, task.solution))
    return [dict(step) for step in document["steps"]]


@needs_namespaces
def test_a_solution_that_solves_nothing_is_told(tmp_path: Path) -> None:
    edit, mend = solved(tmp_path, TOML)
    assert edit["solved"] and "evidence" not in edit
    assert not mend["solved"]
    assert mend["evidence"][-1].startswith('It failed: plugin type="tuning" failed (add)')


@needs_namespaces
def test_a_solution_whose_pointer_is_nowhere_is_told(tmp_path: Path) -> None:
    edit, mend = solved(
        tmp_path, TOML.replace("/prevResult/ips/0/address=", "/ipam/x=").replace("<->/plugins/1", "<->/plugins/7")
    )
    assert (edit["solved"], mend["solved"]) == (False, False)
    assert edit["evidence"][0].startswith("/ipam/x")
    assert mend["evidence"] == ["/plugins/7: no such place in chain.conflist"]
