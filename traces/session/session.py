"""The session: what it runs in one sandbox sees each other, and every trace that it makes is kept."""

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from traces.cni.cache import CachedAttachment
from traces.diagnosis.silence import why_silent
from traces.errors import InputError, Interrupted, PlaceError, StoreError
from traces.model.events import Event, TraceEnded
from traces.model.network import Attachment, Network
from traces.model.trace import Branch, Trace
from traces.runner.cached import cached_of
from traces.runner.edits import Edit
from traces.runner.local import LocalExecutor
from traces.runner.plan import Plan
from traces.runner.rerun import Rerun, plan_rerun
from traces.session.branching import with_names
from traces.session.place import Place, PlaceSpec
from traces.session.recording import record
from traces.session.surroundings import (
    DEFAULT_CACHE_DIR,
    DEFAULT_CONF_DIR,
    default_plugin_dirs,
    own_environment,
    recorded_plugin_dirs,
)
from traces.store.library import Library, default_state_dir, new_id

_LONGEST_END = 5.0
"""Seconds that a stopped run gets to end in."""


class Session:
    """Runs verbs over networks in one place, and reruns traces in sandboxes of their own.

    Without ``sandbox`` the plugins are executed in the caller's own namespaces. Close it.
    """

    def __init__(
        self,
        *,
        plugin_dirs: Sequence[str | Path] = (),
        cache_dir: str | Path = DEFAULT_CACHE_DIR,
        conf_dir: str | Path = DEFAULT_CONF_DIR,
        state_dir: str | Path | None = None,
        sandbox: bool = False,
        files: Mapping[str, bytes] | None = None,
    ) -> None:
        """Nothing is opened before it is needed."""
        self.library = Library(Path(state_dir) if state_dir else default_state_dir())
        self.stop = threading.Event()
        """Set it, from any thread, to end the run under way: its trace ends as it stands. Clear it before the next."""
        self._plugin_dirs = tuple(str(path) for path in plugin_dirs)
        self._spec = PlaceSpec(
            kind="sandbox" if sandbox else "netns",
            plugin_dirs=self._plugin_dirs or default_plugin_dirs(),
            cache_dir=str(cache_dir),
            conf_dir=str(conf_dir),
            files=files or {},
        )
        self._place: Place | None = None
        self._running = threading.Lock()
        self._closed = False
        self._series: dict[tuple[str, str, str], str] = {}

    @property
    def place(self) -> Place:
        """The place that the last run was in, opened where there was none. Raises PlaceError."""
        if self._place is None:
            self._place = Place(self._spec)
        return self._place

    def run(
        self,
        verb: str,
        network: Network,
        attachment: Attachment,
        *,
        policy: str = "libcni",
        valid_attachments: Sequence[tuple[str, str]] = (),
        notes: Sequence[str] = (),
    ) -> Trace:
        """Run a verb to its end and give its trace, with these notes in it.

        On DEL the policy «libcni» stops at the first failure, «continue» goes on. Raises ConfigError where libcni would
        refuse the attachment, PlaceError where the place can't be had.
        """
        events = self.follow(verb, network, attachment, policy=policy, valid_attachments=valid_attachments, notes=notes)
        return _last(events)

    def follow(
        self,
        verb: str,
        network: Network,
        attachment: Attachment,
        *,
        policy: str = "libcni",
        valid_attachments: Sequence[tuple[str, str]] = (),
        notes: Sequence[str] = (),
    ) -> Iterator[Event]:
        """The same as run, as a generator of events while they happen."""
        with self._under_way():
            place = self.place
            if place.kind == "sandbox" and attachment.netns:
                place.make_netns(attachment.netns)
            plan = Plan(
                verb=verb,
                network=network,
                attachment=attachment,
                plugin_dirs=place.plugin_dirs,
                cache_dir=self._spec.cache_dir,
                base_env=own_environment(),
                policy=policy,
                valid_attachments=tuple(valid_attachments),
            )
            trace = self._new_trace(plan, place)
            yield from self._recorded(replace(trace, notes=(*trace.notes, *notes)), plan, place)

    def cached(self, container_id: str) -> tuple[CachedAttachment, ...]:
        """What libcni's cache holds for a container, in the order of the files' names (GetCachedAttachments).

        Raises PlaceError where the place can't be had.
        """
        # On the host the cache is where it always is: nothing need be laid over plugin folders to read it.
        executor = self.place.executor if self._spec.kind == "sandbox" else LocalExecutor()
        return cached_of(executor, self._spec.cache_dir, container_id)

    def rerun(self, trace: Trace, link: int, edits: Sequence[Edit] = (), how: str = "materialise") -> Trace:
        """Rerun a trace from a link, with its stdin edited, and give the branch. Raises InputError, PlaceError."""
        return _last(self.follow_rerun(trace, link, edits, how))

    def follow_rerun(
        self, trace: Trace, link: int, edits: Sequence[Edit] = (), how: str = "materialise"
    ) -> Iterator[Event]:
        """The same as rerun, as a generator of the branch's events. It runs in a fresh sandbox.

        A parent that isn't kept yet (it came from a file, or from the demo) is kept beside its branch.
        """
        dirs = self._plugin_dirs or recorded_plugin_dirs(trace) or default_plugin_dirs()
        rerun = plan_rerun(trace, link, edits, how, dirs, self._spec.cache_dir)
        with self._under_way():
            place = self._fresh_sandbox(dirs)
            trace = self._keep_parent(trace)
            place.make_netns(rerun.plan.attachment.netns)
            notes = [*rerun.notes, *self._prepare(rerun, trace, place)]
            branch = Branch(trace=trace.id, link=link, edits=tuple(edits), how=how, renamed=rerun.renamed)
            made = replace(
                self._new_trace(rerun.plan, place), series=trace.series, branch_of=branch, notes=(*place.notes, *notes)
            )
            yield from self._recorded(made, rerun.plan, place, lambda branch: with_names(branch, trace, link))

    def close(self) -> None:
        """Take the sandbox away, and all that was in it; a run under way in another thread ends first, as it stands."""
        self._closed = True
        self.stop.set()
        if self._running.acquire(timeout=_LONGEST_END):
            self._running.release()
        self._leave()

    @contextlib.contextmanager
    def _under_way(self) -> Iterator[None]:
        """One run at a time; none in a session that is closed, so that close() ends the last one."""
        if not self._running.acquire(timeout=_LONGEST_END):
            raise PlaceError("another run of this session is under way")
        try:
            if self._closed:
                raise Interrupted("the session is closed")
            self.library.prepare()
            yield
        finally:
            self._running.release()

    def _leave(self) -> None:
        if self._place is not None:
            self._place.close()
            self._place = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _fresh_sandbox(self, plugin_dirs: tuple[str, ...]) -> Place:
        self._leave()
        self._place = Place(replace(self._spec, kind="sandbox", plugin_dirs=plugin_dirs))
        return self._place

    def _keep_parent(self, trace: Trace) -> Trace:
        """The trace that a branch is made from, kept; under an id of its own where another trace has its id."""
        if not self.library.holds(trace.id):
            self.library.save(trace)
        elif self.library.open(trace.id) != trace:
            trace = replace(trace, id=new_id(), notes=(*trace.notes, f"another trace is kept as {trace.id}"))
            self.library.save(trace)
        return trace

    def _prepare(self, rerun: Rerun, trace: Trace, place: Place) -> tuple[str, ...]:
        """Bring the fresh sandbox to where the link expects it; what had to be said about it."""
        attachment = rerun.plan.attachment
        if rerun.build is not None:
            return place.build(rerun.build, attachment)
        if rerun.before is None:
            return ()
        first = replace(self._new_trace(rerun.before, place), series=trace.series)
        added = _last(self._settled(first, rerun.before, place))
        how = f"failed: {added.error}" if added.error else "ok"
        return (f"ADD was run first ({how}), as {trace.verb} needs what it made",)

    def _recorded(
        self, trace: Trace, plan: Plan, place: Place, amend: Callable[[Trace], Trace] = lambda trace: trace
    ) -> Iterator[Event]:
        """The run's events; what it ends with is amended and kept."""
        for event in self._settled(trace, plan, place):
            yield TraceEnded(self._keep(amend(event.trace))) if isinstance(event, TraceEnded) else event

    def _settled(self, trace: Trace, plan: Plan, place: Place) -> Iterator[Event]:
        """The run's events; in a sandbox, what an ADD adds to the host is taken down, and a DEL is held to it."""
        events = record(trace, plan, place, self.stop)
        return place.ledger.watched(events, trace, self.stop) if place.ledger else events

    def _keep(self, trace: Trace) -> Trace:
        """The trace as it is kept. What happened is never lost for want of a place to keep it."""
        silence = why_silent(trace)
        if silence:
            trace = replace(trace, notes=(*trace.notes, silence))
        try:
            self.library.save(trace)
        except StoreError as error:
            return replace(trace, notes=(*trace.notes, f"this trace is not kept: {error}"))
        return trace

    def _new_trace(self, plan: Plan, place: Place) -> Trace:
        created = datetime.now(UTC)
        attachment = plan.attachment
        key = (plan.network.name, attachment.container_id, attachment.ifname)
        return Trace(
            id=new_id(),
            series=self._series.setdefault(key, new_id()),
            verb=plan.verb,
            network=plan.network,
            attachment=attachment,
            place=place.kind,
            created=created.isoformat(timespec="microseconds").replace("+00:00", "Z"),
            policy=plan.policy,
            notes=place.notes,
        )


def _last(events: Iterator[Event]) -> Trace:
    trace: Trace | None = None
    for event in events:
        if isinstance(event, TraceEnded):
            trace = event.trace
    if trace is None:
        raise InputError("the run ended before it began")
    return trace
