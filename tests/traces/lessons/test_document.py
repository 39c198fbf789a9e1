"""A lesson as a document tells of its tasks, too."""

from pathlib import Path

from tests.support.lessons import BRIDGE, TUNING, own_lesson, run_with_stand_ins
from tests.support.needs import needs_namespaces
from traces.lessons.document import lesson_document

TOML = (
    '[[run]]\nverb = "ADD"\n'
    '[[step]]\nid = "edit"\nkind = "edit"\nlink = 1\npointer = "/ips"\nwanted = "[]"\n'
    "solution = ['/prevResult/ips=[]']\n"
    '[[step]]\nid = "mend"\nkind = "chain"\nask = "Mend it."\noutcome = "well"\n'
    'solution = ["/plugins/0<->/plugins/1"]\n'
)


@needs_namespaces
def test_tasks_of_both_kinds_are_told(tmp_path: Path) -> None:
    lesson = own_lesson(tmp_path, BRIDGE, TUNING, toml=TOML)
    edit, mend = lesson_document(lesson, run_with_stand_ins(lesson), "1")["steps"]
    assert edit["prompt"].startswith("Edit what tuning (link 1) gets as prevResult, so that [] stands at /ips in ")
    assert (edit["kind"], edit["link"], edit["file"]) == ("edit", 1, "prevResult.json")
    assert (mend["kind"], mend["prompt"], mend["file"]) == ("chain", "Mend it.", "chain.conflist")
    assert (edit["solution"], mend["solution"]) == (["/prevResult/ips=[]"], ["/plugins/0<->/plugins/1"])
