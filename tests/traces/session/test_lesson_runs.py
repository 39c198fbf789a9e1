"""Lessons run in sandboxes of their own; where there is none their recording is opened."""

from pathlib import Path

import pytest

from tests.support.lessons import BRIDGE, TUNING, own_lesson
from tests.support.needs import needs_namespaces
from traces.errors import InputError, PlaceError
from traces.lessons.load import find_lesson
from traces.session import lesson_runs
from traces.session.lesson_runs import LessonRuns
from traces.store.library import Library, default_state_dir

ADD, DEL = '[[run]]\nverb = "ADD"\n', '[[run]]\nverb = "DEL"\n'
STEP = '[[step]]\nid = "one"\nkind = "next"\nafter = 0\n'


@pytest.fixture
def no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that gives no namespaces."""

    def refuse(*given: object, **options: object) -> None:
        raise PlaceError("no user namespaces here")

    monkeypatch.setattr(lesson_runs, "Session", refuse)


@needs_namespaces
def test_runs_of_one_sandbox_see_each_other(tmp_path: Path) -> None:
    lesson = own_lesson(tmp_path, BRIDGE, TUNING, toml=ADD + DEL + STEP)
    with LessonRuns(lesson, simulate="all") as made:
        runs = made.runs()
        assert made.runs() is runs
    assert runs.traces["del"].cache_before == runs.traces["add"].cache_after != None  # noqa: E711


@needs_namespaces
def test_a_fresh_run_sees_nothing_of_those_before(tmp_path: Path) -> None:
    lesson = own_lesson(tmp_path, BRIDGE, TUNING, toml=ADD + DEL + "fresh = true\n" + STEP)
    with LessonRuns(lesson, simulate="all") as made:
        assert made.runs().traces["del"].cache_before is None
        assert list(made.runs().before("del")) == []


@needs_namespaces
def test_nothing_is_put_among_the_users_traces(tmp_path: Path) -> None:
    with LessonRuns(own_lesson(tmp_path, BRIDGE, toml=ADD + STEP), simulate="all") as made:
        made.runs()
    assert list(Library(default_state_dir()).summaries()) == []


def test_without_a_sandbox_the_recording_is_opened(no_sandbox: None) -> None:
    with LessonRuns(find_lesson("conflist")[1]) as made:
        runs = made.runs()
        assert made.why_recorded == "no user namespaces here"
    assert not runs.live
    assert [call.plugin for call in runs.traces["add"].calls] == ["bridge", "host-local", "bandwidth", "tuning"]


def test_without_either_the_reason_is_told(no_sandbox: None, tmp_path: Path) -> None:
    lesson = own_lesson(tmp_path, BRIDGE, toml=ADD + STEP)
    with LessonRuns(lesson) as made, pytest.raises(PlaceError, match="no user namespaces here"):
        made.runs()


def test_a_recording_of_other_runs_is_refused(no_sandbox: None, tmp_path: Path) -> None:
    lesson = own_lesson(tmp_path, BRIDGE, toml=ADD + DEL + STEP)
    lesson.recording.write_bytes(find_lesson("conflist")[1].recording.read_bytes())
    with LessonRuns(lesson) as made, pytest.raises(InputError, match="expected one trace for each of add, del"):
        made.runs()
