"""What a trace's plugins claim, held to what the kernel had, or has."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from traces.cni.anyjson import any_object
from traces.cni.gojson import DecodeError, dumps, load_object
from traces.cni.result_codec import decode
from traces.errors import InputError
from traces.kernel.claim import ClaimRow
from traces.kernel.claims import claims
from traces.kernel.claims_ports import port_rows
from traces.model.call import Call, Outcome
from traces.model.result import Result
from traces.model.snapshot import Snapshot
from traces.model.trace import Trace
from traces.timeline.identical import Identical

_CACHED_ANSWERS = 256
_PORTMAP = "portmap"


def answer_claims(trace: Trace, call: Call, snapshot: Snapshot) -> tuple[ClaimRow, ...]:
    """Every claim of a link's answer to ADD, and what the snapshot has.

    Nothing where the call is no link's, or answered no result. Of portmap the mappings that it was asked for count too.
    """
    if call.link is None or call.verb != "ADD" or call.outcome is not Outcome.OK or "stdout" in call.truncated:
        return ()
    return _answer_claims(call, Identical(snapshot), trace.attachment.netns, _makes_rules(trace, call))


def present_claims(trace: Trace, snapshot: Snapshot) -> tuple[ClaimRow, ...]:
    """The same for a trace as a whole and any snapshot: a CHECK that no plugin need implement.

    What is claimed is what ADD ended with; where the trace is none, what its first link was given as prevResult.
    Raises InputError where the trace has no result.
    """
    netns = trace.attachment.netns
    result = next(filter(None, _claimed(trace)), None)
    if result is None:
        raise InputError(f"this {trace.verb} has no result that the kernel could be held to")
    asked = max((_mappings(call) for call in trace.calls if _makes_rules(trace, call)), key=len, default=())
    return (*claims(result, snapshot, netns), *port_rows(asked, result, snapshot, netns))


@lru_cache(maxsize=_CACHED_ANSWERS)
def _answer_claims(call: Call, snapshot: Identical[Snapshot], netns: str, makes_rules: bool) -> tuple[ClaimRow, ...]:
    result = _result(call.stdout, _version(call))
    if result is None:
        return ()
    ports = port_rows(_mappings(call) if makes_rules else (), result, snapshot.value, netns)
    return (*claims(result, snapshot.value, netns), *ports)


def _claimed(trace: Trace) -> Iterator[Result | None]:
    """What may be the result that a trace claims, the best first."""
    links = [call for call in trace.calls if call.link is not None]
    yield _result(trace.result or b"")
    if trace.verb == "ADD":
        yield from (_result(call.stdout, _version(call)) for call in reversed(links) if call.outcome is Outcome.OK)
    yield from map(_given, links)


def _given(call: Call) -> Result | None:
    try:
        return _result(dumps(load_object(call.stdin)["prevResult"]), _version(call))
    except (DecodeError, KeyError):
        return None


def _result(raw: bytes, version: str = "") -> Result | None:
    """The result; None where it can't be read as one."""
    try:
        return decode(raw, version) if raw.strip() else None
    except DecodeError:
        return None


def _version(call: Call) -> str:
    """The network's version, as the link was given it."""
    said = any_object(call.stdin).get("cniVersion")
    return said if isinstance(said, str) else ""


def _makes_rules(trace: Trace, call: Call) -> bool:
    """Whether port mappings become rules: a stand-in makes none, and other plugins may do it by other means (eBPF)."""
    return call.plugin == _PORTMAP and _PORTMAP not in trace.simulated


def _mappings(call: Call) -> tuple[dict[str, Any], ...]:
    """The port mappings that a link was asked for (the capability portMappings)."""
    runtime_config = any_object(call.stdin).get("runtimeConfig")
    asked = runtime_config.get("portMappings") if isinstance(runtime_config, dict) else None
    return tuple(each for each in asked if isinstance(each, dict)) if isinstance(asked, list) else ()
