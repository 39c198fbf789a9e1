"""Runs a lesson: in sandboxes of its own, kept in no store; where there is no sandbox its recording is opened."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from traces.cni.profiles.applied import dressed, targets
from traces.cni.profiles.table import PROFILES
from traces.errors import ConfigError, InputError, Interrupted, PlaceError
from traces.lessons.conflist_edits import edited_network
from traces.lessons.kinds import chain, chain_goals, edit
from traces.lessons.lesson import Lesson, RunSpec
from traces.lessons.runs import Runs
from traces.lessons.tasks import Attempt, ChainTask, EditTask, Task
from traces.model.network import Network
from traces.model.snapshot import Moment
from traces.model.trace import Trace
from traces.session.editing import edits_of
from traces.session.observing import END
from traces.session.session import Session
from traces.session.surroundings import default_plugin_dirs
from traces.simulate.named import plugins_named
from traces.simulate.table import NAMES
from traces.store.archive import read_file


class LessonRuns:
    """What a lesson runs, and the sandboxes for it. Close it."""

    def __init__(self, lesson: Lesson, *, simulate: str | None = None, plugin_dirs: Sequence[str] = ()) -> None:
        """Nothing runs before ``runs`` is called. ``simulate`` overrules what the lesson says."""
        self.lesson = lesson
        self.why_recorded = ""
        """Why a recording was opened instead; empty where the chain ran."""
        self._folder = tempfile.TemporaryDirectory(prefix="cnistep-lesson-", ignore_cleanup_errors=True)
        self._simulate = simulate or lesson.simulate
        self._plugin_dirs = tuple(plugin_dirs) or default_plugin_dirs()
        self._session: Session | None = None
        self._attempting: Session | None = None
        self._closed = False
        self._runs: Runs | None = None

    def runs(self) -> Runs:
        """Run the lesson's verbs; the second time what came of it.

        Raises PlaceError where there is neither a sandbox nor a recording.
        """
        if self._runs is None:
            try:
                self._runs = Runs(lesson=self.lesson, traces=self._run_all())
            except PlaceError as error:
                self._runs = Runs(lesson=self.lesson, traces=self._recorded(error), live=False)
                self.why_recorded = str(error)
        return self._runs

    def attempt(self, task: Task, assignments: Sequence[str] = (), text: str | None = None) -> Attempt:
        """What a task comes to with values set (POINTER=JSON), or with a whole new text for what is edited.

        It runs in a new sandbox, of which nothing stays. Raises InputError, naming what is wrong in what was typed;
        PlaceError where there is no sandbox; Interrupted where the lesson is closed meanwhile.
        """
        match task:
            case ChainTask():
                network = edited_network(task.run.network.raw, task.file, assignments, text)
                return chain_goals.judged(task, *self._run_edited(task, network))
            case EditTask():
                return edit.judged(task, self._rerun(task, assignments, text))

    def close(self) -> None:
        """Take the sandboxes away, and what was kept; an attempt under way in another thread ends first."""
        self._closed = True
        if self._attempting is not None:
            self._attempting.close()
        self._leave()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _run_all(self) -> dict[str, Trace]:
        traces: dict[str, Trace] = {}
        for spec in self.lesson.runs:
            if spec.fresh:
                self._leave()
            traces[spec.name] = run_spec(self._opened(), spec)
        return traces

    def _rerun(self, task: EditTask, assignments: Sequence[str], text: str | None) -> Trace:
        try:
            edits = edits_of(task.trace, task.link, assignments=assignments, prev_result=text, source=task.file)
        except InputError as error:
            raise InputError(str(error).removeprefix("--set ")) from None
        with self._another() as session:
            return session.rerun(task.trace, task.link, edits)

    def _run_edited(self, task: ChainTask, network: Network) -> tuple[Trace, tuple[Trace, ...]]:
        """The run with the edited conflist; and those of its pod before it, with what is there of them then."""
        with self._another() as session:
            session.place.stand_ins.never = frozenset(plugins_named(network)) - self._known()
            try:
                before = [run_spec(session, spec) for spec in chain.earlier(task, network)]
                trace = run_spec(session, chain.with_network(task.run, network))
            except ConfigError as error:
                raise InputError(f"{task.file}: {error}") from None
            own = [each for each in before if each.attachment.container_id == trace.attachment.container_id]
            return trace, tuple(_as_it_is_now(session, each) for each in own if task.gone)

    def _known(self) -> frozenset[str]:
        """The plugins that an edited conflist may name without being installed: a name that was mistyped is missing."""
        named = (name for spec in self.lesson.runs for name in plugins_named(spec.network))
        return frozenset((*NAMES, *named))

    @contextmanager
    def _another(self) -> Iterator[Session]:
        """A session for one attempt, with a sandbox that knows nothing of the lesson's own runs."""
        with self._new_session() as session:
            self._attempting = session
            try:
                if self._closed:
                    raise Interrupted("the lesson is closed")
                yield session
            finally:
                self._attempting = None

    def _opened(self) -> Session:
        if self._session is None:
            self._session = self._new_session()
        return self._session

    def _new_session(self) -> Session:
        return Session(
            plugin_dirs=self._plugin_dirs,
            state_dir=Path(self._folder.name),
            sandbox=True,
            files=self.lesson.files,
            simulate=self._simulate,
            snapshots="all" if self.lesson.needs_kernel else "none",
        )

    def _leave(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None

    def _recorded(self, why: PlaceError) -> dict[str, Trace]:
        path = self.lesson.recording
        if not path.is_file():
            raise why
        traces = read_file(path)
        names = [spec.name for spec in self.lesson.runs]
        if len(traces) != len(names):
            raise InputError(f"{path}: expected one trace for each of {', '.join(names)}")
        return dict(zip(names, traces, strict=True))


def run_spec(session: Session, spec: RunSpec) -> Trace:
    """Run one verb of a lesson. Raises ConfigError, InputError, PlaceError as Session.run does."""
    profile = PROFILES[spec.runtime]
    cached = session.cached(spec.attachment.container_id) if spec.verb in profile.cache.verbs else ()
    attachment, _ = dressed(profile, spec.attachment)
    # A runtime's own loopback network comes first, where it has one; the lesson is about the pod's.
    target = targets(profile, spec.verb, spec.network, attachment, cached)[-1]
    return session.run(
        spec.verb,
        target.network,
        target.attachment,
        faults=spec.faults,
        policy=spec.policy,
        valid_attachments=spec.valid,
    )


def _as_it_is_now(session: Session, trace: Trace) -> Trace:
    """An earlier trace with what is there now of its network: its cache file, and the kernel and reservations."""
    attachment = trace.attachment
    kept = [(each.network, each.attachment.ifname) for each in session.cached(attachment.container_id)]
    is_kept = (trace.network.name, attachment.ifname) in kept
    moment = Moment(call=None, when=END, snapshot=session.place.observer.take(trace))
    return replace(trace, cache_after=trace.cache_after if is_kept else None, snapshots=(moment,))
