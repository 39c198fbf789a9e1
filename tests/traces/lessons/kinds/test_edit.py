"""Whether an edit did what it should is read from the rerun."""

from pathlib import Path

import pytest

from tests.support.lessons import BANDWIDTH, BRIDGE, LOOPBACK, own_lesson
from tests.support.needs import needs_namespaces
from traces.errors import InputError
from traces.lessons.kinds.edit import edit_task
from traces.session.lesson_runs import LessonRuns

ADD = '[[run]]\nverb = "ADD"\n'
STEP = '[[step]]\nid = "edit"\nkind = "edit"\nlink = 1\npointer = "/ips/*/address"\nsolution = ["/x=1"]\n'


@needs_namespaces
def test_only_the_rerun_decides(tmp_path: Path) -> None:
    lesson = own_lesson(tmp_path, BRIDGE, BANDWIDTH, toml=ADD + STEP + "wanted = '\"10.22.0.99/24\"'\n")
    with LessonRuns(lesson, simulate="all") as made:
        task = edit_task(lesson.steps[0], made.runs())
        wrong = made.attempt(task, ['/prevResult/ips/0/address="10.22.0.98/24"'])
        right = made.attempt(task, ['/prevResult/ips/0/address="10.22.0.99/24"'])
    assert not wrong.done
    assert wrong.evidence == ("The rerun's result has at /ips/*/address: 10.22.0.98/24",)
    assert right.done


@needs_namespaces
def test_another_chain_asks_for_another_value(tmp_path: Path) -> None:
    toml = ADD + STEP + 'like = "add link 0 stdout /ips/0/address"\n'
    chains = ((LOOPBACK, BANDWIDTH), (BRIDGE, BANDWIDTH))
    wanted = []
    for chain in chains:
        lesson = own_lesson(tmp_path, *chain, toml=toml)
        with LessonRuns(lesson, simulate="all") as made:
            wanted.append(edit_task(lesson.steps[0], made.runs()).wanted)
    assert wanted == ["127.0.0.1/8", "10.22.0.2/24"]


@needs_namespaces
def test_a_whole_new_prev_result_may_be_given(tmp_path: Path) -> None:
    lesson = own_lesson(tmp_path, BRIDGE, BANDWIDTH, toml=ADD + STEP + "wanted = '\"10.9.9.9/24\"'\n")
    with LessonRuns(lesson, simulate="all") as made:
        task = edit_task(lesson.steps[0], made.runs())
        ips = [{"address": "10.9.9.9/24", "interface": 2}]
        text = str(task.document | {"ips": ips}).replace("'", '"')
        assert made.attempt(task, text=text).done


@needs_namespaces
def test_what_is_typed_wrongly_is_told_in_its_own_words(tmp_path: Path) -> None:
    lesson = own_lesson(tmp_path, BRIDGE, BANDWIDTH, toml=ADD + STEP + "wanted = '1'\n")
    with LessonRuns(lesson, simulate="all") as made:
        task = edit_task(lesson.steps[0], made.runs())
        with pytest.raises(InputError, match=r"^nonsense: expected POINTER=JSON"):
            made.attempt(task, ["nonsense"])
        with pytest.raises(InputError, match=r"^prevResult\.json: not JSON: "):
            made.attempt(task, text="{")


def test_a_step_without_a_wish_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="step 1: wanted: expected a JSON value"):
        own_lesson(tmp_path, BRIDGE, toml=ADD + STEP)
