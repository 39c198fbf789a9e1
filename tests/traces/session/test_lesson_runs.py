"""Lessons run in sandboxes of their own; where there is none their recording is opened."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tests.support.lessons import BRIDGE, TUNING, own_lesson
from tests.support.needs import needs_namespaces
from traces.errors import InputError, PlaceError
from traces.lessons.kinds.table import task_of
from traces.lessons.load import find_lesson
from traces.lessons.tasks import ChainTask
from traces.model.trace import Trace
from traces.session import lesson_runs
from traces.session.lesson_runs import LessonRuns
from traces.session.session import Session
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


OURS = {"type": "our-policy"}
MEND = '[[step]]\nid = "mend"\nkind = "chain"\noutcome = "well"\nsolution = ["/plugins/0<->/plugins/1"]\n'


@needs_namespaces
def test_each_attempt_begins_in_a_clean_place(tmp_path: Path) -> None:
    lesson = own_lesson(tmp_path, BRIDGE, TUNING, toml=ADD + MEND)
    with LessonRuns(lesson, simulate="all") as made:
        runs = made.runs()
        task = task_of(lesson.steps[0], runs)
        first, second = made.attempt(task), made.attempt(task)
        assert made.runs() is runs
    assert first.done and second.done
    assert first.trace.id != second.trace.id != runs.traces["add"].id
    assert second.trace.cache_before is None


@needs_namespaces
def test_what_ran_before_is_run_before_an_attempt(tmp_path: Path) -> None:
    toml = ADD + '[[run]]\nname = "other"\nverb = "ADD"\nfresh = true\ncontainer = "77aa00bb11cc"\n' + DEL
    lesson = own_lesson(tmp_path, BRIDGE, TUNING, toml=toml + MEND + 'run = "del"\n')
    with LessonRuns(lesson, simulate="all") as made:
        task = task_of(lesson.steps[0], made.runs())
        assert isinstance(task, ChainTask)
        assert [spec.name for spec in task.before] == ["other"]
        attempt = made.attempt(task, ["/plugins/1/mac=null"])
    assert attempt.trace.verb == "DEL"
    assert attempt.trace.network.links[1].config == b'{"mac":null,"type":"tuning"}'


@needs_namespaces
def test_an_attempt_has_the_lessons_files(tmp_path: Path) -> None:
    lesson = replace(own_lesson(tmp_path, BRIDGE, toml=ADD + MEND), files={"/etc/ours": b"x"})
    seen: list[Mapping[str, bytes]] = []

    class Seen(Session):
        def __init__(self, **options: Any) -> None:
            seen.append(options["files"])
            super().__init__(**options)

    with LessonRuns(lesson, simulate="all") as made:
        task = task_of(lesson.steps[0], made.runs())
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(lesson_runs, "Session", Seen)
            made.attempt(task)
    assert seen == [{"/etc/ours": b"x"}]


@needs_namespaces
@pytest.mark.parametrize("simulate", ["missing", "all"])
def test_a_mistyped_plugin_is_not_found(simulate: str, tmp_path: Path) -> None:
    lesson = own_lesson(tmp_path, BRIDGE, OURS, toml=ADD + MEND)
    with LessonRuns(lesson, simulate=simulate, plugin_dirs=[str(tmp_path / "none")]) as made:
        task = task_of(lesson.steps[0], made.runs())
        known = [made.attempt(task, [f'/plugins/1/type="{name}"']).done for name in ("our-policy", "portmap")]
        mistyped = made.attempt(task, ['/plugins/1/type="portmpa"'])
        delegate = made.attempt(task, ['/plugins/0/ipam/type="bash"'])
    assert known == [True, True]
    assert not mistyped.done and not delegate.done
    assert 'failed to find plugin "portmpa" in path [' in mistyped.evidence[-1]
    assert 'failed to find plugin "bash" in path [' in delegate.evidence[-1]


@needs_namespaces
@pytest.mark.parametrize(("more", "done"), [("", False), ("from_start = true\n", True)])
def test_what_ran_before_may_have_the_edited_conflist_too(more: str, done: bool, tmp_path: Path) -> None:
    small = BRIDGE | {"ipam": {"type": "host-local", "ranges": [[{"subnet": "10.22.0.0/30"}]]}}
    second = '[[run]]\nname = "other"\nverb = "ADD"\ncontainer = "77aa"\nnetns = "other"\n'
    lesson = own_lesson(tmp_path, small, toml=ADD + second + MEND + f'run = "other"\n{more}')
    with LessonRuns(lesson, simulate="all") as made:
        task = task_of(lesson.steps[0], made.runs())
        assert not made.attempt(task).done
        assert made.attempt(task, ['/plugins/0/ipam/ranges/0/0/subnet="10.22.0.0/24"']).done is done


@needs_namespaces
def test_closing_ends_an_attempt_under_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = Event()

    class Telling(Session):
        def run(self, *given: Any, **options: Any) -> Trace:
            begun.set()
            return super().run(*given, **options)

    hang = own_lesson(tmp_path, BRIDGE, toml=f'{ADD}faults = ["0:ADD:hang"]\n{MEND}').runs[0]
    lesson = own_lesson(tmp_path, BRIDGE, toml=ADD + MEND)
    with LessonRuns(lesson, simulate="all") as made, ThreadPoolExecutor() as threads:
        task = task_of(lesson.steps[0], made.runs())
        assert isinstance(task, ChainTask)
        monkeypatch.setattr(lesson_runs, "Session", Telling)
        trying = threads.submit(made.attempt, replace(task, run=hang))
        assert begun.wait(30)
        made.close()
        assert trying.exception() is not None or not trying.result().done


def test_without_a_sandbox_nothing_can_be_attempted(no_sandbox: None) -> None:
    lesson = find_lesson("order")[1]
    with LessonRuns(lesson) as made:
        runs = made.runs()
        task = next(task_of(step, runs) for step in lesson.steps if step.kind == "chain")
        with pytest.raises(PlaceError, match="no user namespaces here"):
            made.attempt(task, task.solution)
