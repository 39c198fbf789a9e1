"""A run that was recorded on the node as a trace."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from traces.cni.anyjson import any_object
from traces.model.call import Call, Outcome
from traces.model.network import Attachment
from traces.model.trace import Failure, Trace
from traces.session.node_failure import failure_of, never_executed, result_of
from traces.session.node_network import Conflists, Found
from traces.session.reach import with_reach
from traces.shim.assemble import calls_of
from traces.shim.parents import variable
from traces.shim.record import Record, State
from traces.shim.verb_runs import QUIET, VerbRun
from traces.store.library import id_from
from traces.timeline.printable import printable

PLACE = "node"
_SECOND = 1_000_000_000
_JUST_NOW = 5 * _SECOND
"""An end this far ahead of the time came while the spool was read, further ahead from a clock that was set back."""


def trace_id(run: VerbRun) -> str:
    """The id of a run's trace, the same whenever the spool is read."""
    return id_from(run.first.name)


def trace_of(run: VerbRun, conflists: Conflists, now: int) -> Trace:
    """The trace of a run as it stood when the spool began to be read, at ``now``, in nanoseconds since the epoch.

    Of what ended after that, calls made before may not be among those read: it is over at the next reading.

    It is finished when its last link has answered, or one has failed, or its recorder was killed, or when nothing has
    come for ten seconds after an answer. A plugin that hangs is never finished.
    """
    found = conflists.network_of(run.links)
    calls = calls_of([asked.record for asked in run.members], run.parents, found.links)
    roots = [_Root(call, asked.record) for asked, call in zip(run.members, calls, strict=True) if call.parent is None]
    attachment = _attachment(run)
    trace = Trace(
        id=trace_id(run),
        series=id_from("\0".join((found.network.name, attachment.container_id, attachment.ifname))),
        verb=run.first.verb or "?",
        network=found.network,
        attachment=attachment,
        place=PLACE,
        created=_time_text(run.first.record.started),
        calls=calls,
        notes=tuple(_notes(run, found, calls, conflists.conf_dir)),
    )
    return _settled(trace, found, roots, _end_of(run, found, roots, now), conflists.root)


@dataclass(frozen=True, slots=True)
class _Root:
    """A call of the runtime's, with its record."""

    call: Call
    record: Record

    @property
    def is_cut(self) -> bool:
        """Whether its recording broke before its end, which nobody knows then."""
        return self.record.state is State.CUT and self.record.ended is None

    @property
    def failed(self) -> bool:
        """Whether it is known to have failed."""
        return self.call.failed and not self.is_cut


@dataclass(frozen=True, slots=True)
class _End:
    """How far a run is."""

    is_over: bool
    is_silent: bool = False
    """Whether it is over only because nothing came any more."""


def _end_of(run: VerbRun, found: Found, roots: Sequence[_Root], now: int) -> _End:
    last = max(root.record.ended or root.record.last_seen for root in roots)
    if any(root.call.outcome is Outcome.RUNNING for root in roots) or now < last < now + _JUST_NOW:
        return _End(is_over=False)
    if run.first.verb != "GC" and any(root.failed for root in roots):
        return _End(is_over=True)
    if found.is_known and run.links and not found.ahead(run.first.verb):
        return _End(is_over=True)
    return _End(is_over=now - last > QUIET, is_silent=now - last > QUIET)


def _settled(trace: Trace, found: Found, roots: Sequence[_Root], end: _End, root: str) -> Trace:
    """The trace with its outcome, as far as there is one."""
    if not end.is_over:
        return replace(trace, finished=False)
    failure = failure_of(trace.verb, trace.network, [each.call for each in roots if not each.is_cut])
    ahead, notes, links = found.ahead(trace.verb), trace.notes, [each for each in roots if each.call.link is not None]
    if failure is None and end.is_silent and ahead and links:
        failure, note = never_executed(trace.network, ahead[0], [each.call for each in links], root)
        notes = (*notes, note)
    elif failure is None and links and links[-1].is_cut:
        failure = _unknown_end(links[-1].call)
    elif failure is None and trace.verb == "ADD" and links:
        trace = replace(trace, result=result_of(links[-1].call))
    return with_reach(replace(trace, failure=failure, notes=notes), ())


def _unknown_end(call: Call) -> Failure:
    text = f"how link {call.link}, {printable(call.plugin)}, ended is not known: its recording broke off"
    return Failure(text=text, link=call.link)


def _attachment(run: VerbRun) -> Attachment:
    record = run.first.record
    given = variable(record, "CNI_ARGS")
    pairs = (pair.partition("=") for pair in given.split(";") if pair)
    return Attachment(
        container_id=run.first.container,
        netns=variable(record, "CNI_NETNS"),
        ifname=run.first.ifname,
        args=tuple((name, value) for name, _, value in pairs),
        capability_args=_capabilities(run),
    )


def _capabilities(run: VerbRun) -> Mapping[str, Any]:
    """The capability arguments that the links were given: each gets those that it declares."""
    given = [any_object(asked.record.stdin).get("runtimeConfig") for asked in run.links]
    return {name: value for each in given if isinstance(each, dict) for name, value in each.items()}


def _notes(run: VerbRun, found: Found, calls: Sequence[Call], conf_dir: str) -> Iterator[str]:
    yield from _network_notes(run, found, conf_dir)
    by_id = {call.id: call for call in calls}
    for asked, call in zip(run.members, calls, strict=True):
        who = printable(call.plugin)
        parent = by_id.get(call.parent or "")
        if asked.record.state is State.LOST:
            yield f"{who} was killed with its recorder, as a runtime does at its deadline; {_last_seen(asked.record)}"
        if asked.record.state is State.CUT:
            yield f"the recording of {who} broke off, the spool's file system may be full: the plugin went on"
        if call.outcome is Outcome.RUNNING and parent is not None and parent.outcome in (Outcome.LOST, Outcome.KILLED):
            yield f"{who}, which {printable(parent.plugin)} had started, goes on: a runtime kills only what it started"
        if asked.name not in run.parents and not asked.is_link:
            yield f"{who} works for a plugin whose call is not in the spool"


def _last_seen(record: Record) -> str:
    seconds = (record.last_seen - record.started) / _SECOND
    return f"its last sign came {seconds:.1f} s after its start"


def _network_notes(run: VerbRun, found: Found, conf_dir: str) -> Iterator[str]:
    if run.first.verb == "VERSION":
        return
    if not found.is_known:
        name = printable(found.network.name) or "no name"
        yield f"no conflist in {conf_dir} has the name {name} and these links: what is shown of it are the links called"
    for link in found.changed:
        yield f"link {link} stands otherwise in {printable(found.network.source)} by now: it is shown as it was called"
    missed = _missed(run, found)
    if missed:
        types = ", ".join(f"link {link}, {printable(found.network.links[link].type)}" for link in missed)
        yield f"not in the spool, though before a link that was called: {types}"


def _missed(run: VerbRun, found: Found) -> list[int]:
    """The links before the last one that was called of which there is no record."""
    order = [link.index for link in found.network.links]
    order = order[::-1] if run.first.verb == "DEL" else order
    called = set(found.links.values())
    behind = set(found.ahead(run.first.verb))
    return [link for link in order if link not in called and link not in behind] if found.is_known else []


def _time_text(nanoseconds: int) -> str:
    """RFC 3339, UTC, to the microsecond; empty for a time that no calendar has."""
    seconds, rest = divmod(nanoseconds, _SECOND)
    try:
        moment = datetime.fromtimestamp(seconds, UTC).replace(microsecond=rest // 1000)
    except (ValueError, OverflowError, OSError):
        return ""
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")
