"""The session: what it runs in one sandbox sees each other, and every trace that it makes is kept."""

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self, Unpack

from traces.cni.cache import CachedAttachment
from traces.errors import InputError, Interrupted, PlaceError
from traces.kernel.claim import ClaimRow
from traces.model.events import Event, TraceEnded
from traces.model.fault import Fault
from traces.model.mark import Mark
from traces.model.network import Attachment, Network
from traces.model.trace import Branch, Trace
from traces.runner.cached import cached_of
from traces.runner.edits import Edit
from traces.runner.local import LocalExecutor
from traces.runner.plan import Plan
from traces.runner.rerun import Rerun, plan_rerun
from traces.session.annotating import annotate
from traces.session.arming import Arming, refuse_fault
from traces.session.branching import with_names
from traces.session.editing import environment_changes
from traces.session.gated import gated
from traces.session.in_place import check_in_place
from traces.session.keeping import keep, keep_parent, new_trace
from traces.session.place import Place, PlaceSpec
from traces.session.run_options import AnyOptions, RerunOptions, RunOptions
from traces.session.surroundings import (
    DEFAULT_CACHE_DIR,
    DEFAULT_CONF_DIR,
    default_plugin_dirs,
    own_environment,
    recorded_plugin_dirs,
)
from traces.store.library import Library, default_state_dir, new_id
from traces.timeline.claimed import present_claims

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
        simulate: str | None = None,
        snapshots: str | None = None,
    ) -> None:
        """Nothing is opened before it is needed.

        ``simulate`` says which plugins get stand-ins: missing (the default in a sandbox), all, or none (elsewhere).
        ``snapshots`` says what is looked at between links: all (the default in a sandbox), pod, or none (elsewhere).
        """
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
            simulate=simulate or ("missing" if sandbox else "none"),
            snapshots=snapshots or ("all" if sandbox else "none"),
        )
        self._place: Place | None = None
        self._running = threading.Lock()
        self._closed = False
        self.ran: set[str] = set()
        """The traces that this session has run."""
        self._series: dict[tuple[str, str, str], str] = {}

    @property
    def place(self) -> Place:
        """The place that the last run was in, opened where there was none. Raises PlaceError."""
        if self._place is None:
            self._place = Place(self._spec)
        return self._place

    def simulated(self, network: Network) -> tuple[str, ...]:
        """The plugins that the network may run and that are simulated here. Raises PlaceError."""
        self.place.stand_ins.provide(network)
        return self.place.stand_ins.among(network)

    def run(self, verb: str, network: Network, attachment: Attachment, **options: Unpack[RunOptions]) -> Trace:
        """Run a verb to its end and give its trace.

        Raises ConfigError where libcni would refuse the attachment, PlaceError where the place can't be had, InputError
        where it can't have a fault.
        """
        return _last(self.follow(verb, network, attachment, **options))

    def follow(
        self, verb: str, network: Network, attachment: Attachment, **options: Unpack[RunOptions]
    ) -> Iterator[Event]:
        """The same as run, as a generator of events while they happen."""
        with self._under_way():
            place = self.place
            if place.kind == "sandbox" and attachment.netns:
                place.make_netns(attachment.netns)
            place.stand_ins.provide(network)
            plan = Plan(
                verb=verb,
                network=network,
                attachment=attachment,
                plugin_dirs=place.plugin_dirs,
                cache_dir=self._spec.cache_dir,
                base_env=own_environment(),
                policy=options.get("policy", "libcni"),
                valid_attachments=tuple(options.get("valid_attachments", ())),
                timeout=options.get("timeout"),
            )
            trace = self._new_trace(plan, place)
            trace = replace(trace, notes=(*trace.notes, *options.get("notes", ())))
            yield from self._recorded(trace, plan, place, options)

    def cached(self, container_id: str) -> tuple[CachedAttachment, ...]:
        """What libcni's cache holds for a container, in the order of the files' names (GetCachedAttachments).

        Raises PlaceError where the place can't be had.
        """
        # On the host the cache is where it always is: nothing need be laid over plugin folders to read it.
        executor = self.place.executor if self._spec.kind == "sandbox" else LocalExecutor()
        return cached_of(executor, self._spec.cache_dir, container_id)

    def ask_kernel(self, trace: Trace) -> tuple[ClaimRow, ...]:
        """What a trace's result claims, and what the kernel has of it now, in the place that it was run in.

        Raises InputError where that place is gone or the trace has no result, PlaceError where it can't be looked at.
        """
        if self._place is None or trace.id not in self._place.ran:
            raise InputError("the place that this trace was run in is gone: rerun it, then ask")
        return present_claims(trace, self._place.observer.take(trace))

    def refuse(self, faults: Sequence[Fault]) -> None:
        """Raises InputError where the place can't have one of the faults, PlaceError where there is no place."""
        for fault in faults:
            refuse_fault(self.place, fault)

    def annotate(self, trace: Trace, mark: Mark, *, remove: bool = False) -> Trace:
        """Put a mark on a trace, or take it away; gives the trace as it is now kept. Raises InputError, StoreError."""
        return annotate(self.library, trace, mark, remove=remove)

    def rerun(
        self,
        trace: Trace,
        link: int,
        edits: Sequence[Edit] = (),
        how: str = "materialise",
        **options: Unpack[RerunOptions],
    ) -> Trace:
        """Rerun a trace from a link, with its stdin edited, and give the branch. Raises InputError, PlaceError."""
        return _last(self.follow_rerun(trace, link, edits, how, **options))

    def follow_rerun(
        self,
        trace: Trace,
        link: int,
        edits: Sequence[Edit] = (),
        how: str = "materialise",
        **options: Unpack[RerunOptions],
    ) -> Iterator[Event]:
        """The same as rerun, as a generator of the branch's events. It runs in a fresh sandbox; in place, on the host.

        A parent that isn't kept yet (it came from a file, or from the demo) is kept beside its branch.
        """
        dirs = self._plugin_dirs or recorded_plugin_dirs(trace) or default_plugin_dirs()
        changes = environment_changes(trace, link, options.get("environment"))
        rerun = plan_rerun(trace, link, edits, how, dirs, self._spec.cache_dir, own_environment(), changes)
        with self._under_way():
            place = self._host(rerun.plan) if how == "in-place" else self._fresh_sandbox(dirs)
            trace = keep_parent(self.library, trace)
            if place.kind == "sandbox":
                place.make_netns(rerun.plan.attachment.netns)
                place.stand_ins.provide(trace.network, also=trace.simulated)
            self.refuse(options.get("faults", ()))
            notes = [*rerun.notes, *self._prepare(rerun, trace, place)]
            branch = Branch(
                trace=trace.id, link=link, edits=tuple(edits), environment=changes, how=how, renamed=rerun.renamed
            )
            made = replace(
                self._new_trace(rerun.plan, place), series=trace.series, branch_of=branch, notes=(*place.notes, *notes)
            )
            plan = replace(rerun.plan, timeout=options.get("timeout"))
            yield from self._recorded(made, plan, place, options, lambda branch: with_names(branch, trace, link))

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

    def _host(self, plan: Plan) -> Place:
        """The host, with recorders over the plugin folders. Raises PlaceError where the pod is gone, or for no root."""
        check_in_place(plan)
        self._leave()
        spec = replace(self._spec, kind="netns", plugin_dirs=plan.plugin_dirs, simulate="none", snapshots="pod")
        self._place = Place(spec)
        return self._place

    def _prepare(self, rerun: Rerun, trace: Trace, place: Place) -> tuple[str, ...]:
        """Bring the fresh sandbox to where the link expects it; what had to be said about it."""
        attachment = rerun.plan.attachment
        if rerun.build is not None:
            return place.build(rerun.build, attachment)
        if rerun.before is None:
            return ()
        first = replace(self._new_trace(rerun.before, place), series=trace.series)
        added = _last(gated(first, rerun.before, place, self.stop))
        how = f"failed: {added.error}" if added.error else "ok"
        return (f"ADD was run first ({how}), as {trace.verb} needs what it made",)

    def _recorded(
        self,
        trace: Trace,
        plan: Plan,
        place: Place,
        options: AnyOptions,
        amend: Callable[[Trace], Trace] = lambda trace: trace,
    ) -> Iterator[Event]:
        """The run's events, with the faults in it, and stepped; what it ends with is amended and kept."""
        arming = Arming(place, plan.network, plan.verb, options.get("faults", ()))
        self.ran.add(trace.id)
        place.ran.add(trace.id)
        begins_at = None if trace.branch_of is None else trace.branch_of.link
        plan, stepper = replace(plan, around=arming.around), options.get("stepper")
        for event in arming.watched(gated(trace, plan, place, self.stop, stepper, begins_at=begins_at)):
            yield TraceEnded(keep(self.library, amend(event.trace))) if isinstance(event, TraceEnded) else event

    def _new_trace(self, plan: Plan, place: Place) -> Trace:
        attachment = plan.attachment
        key = (plan.network.name, attachment.container_id, attachment.ifname)
        return new_trace(plan, place, self._series.setdefault(key, new_id()))


def _last(events: Iterator[Event]) -> Trace:
    trace: Trace | None = None
    for event in events:
        if isinstance(event, TraceEnded):
            trace = event.trace
    if trace is None:
        raise InputError("the run ended before it began")
    return trace
