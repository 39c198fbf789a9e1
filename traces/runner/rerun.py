"""From a recorded trace, a link and edits to the plan of its rerun.

Three ways bring the kernel to where the link expects it. *first*: libcni's rules run the links before it again, and
the edits are laid over what this run feeds the link. *materialise*: the sandbox is built from prevResult, and the link
gets its recorded stdin, edited. *in-place*: the pod itself is there, and the link gets that stdin too.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from traces.cni.anyjson import any_json, any_object
from traces.cni.error_codec import LibcniError
from traces.cni.gojson import DecodeError, dumps
from traces.cni.request import build_request
from traces.cni.result_codec import decode
from traces.errors import InputError
from traces.model.call import Call, Outcome
from traces.model.network import Attachment
from traces.model.result import Result
from traces.model.trace import Trace
from traces.runner.edits import Edit, apply_edits
from traces.runner.env_edits import EnvEdits, edited_environment
from traces.runner.plan import Plan

POD_NETNS = "/run/netns/pod"
_NOT_BUILT = (
    "the sandbox was built from prevResult, so it lacks what no result names: netfilter rules, qdiscs, reservations; "
    "a rerun from the first link has them"
)
_IN_PLACE = "this ran on the host, in the pod itself; the runtime's result cache was not written"
_CHAINED = ("ADD", "DEL", "CHECK", "GC", "STATUS")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rerun:
    """A rerun, ready to be run in a fresh sandbox, or in place."""

    plan: Plan
    before: Plan | None = None
    """What must have run first: the ADD that the cache comes from."""
    build: Result | None = None
    """What the sandbox is built from, where it is materialised."""
    renamed: Mapping[str, str]
    notes: tuple[str, ...] = ()


def link_call(trace: Trace, link: int) -> Call | None:
    """The call of a link in its own verb, or None where it was never reached."""
    calls = [call for call in trace.calls if call.link == link and call.parent is None and call.verb == trace.verb]
    return calls[-1] if calls else None


def check_link(trace: Trace, link: int) -> None:
    """Raises InputError where the chain has no such link."""
    last = len(trace.network.links) - 1
    if not 0 <= link <= last:
        raise InputError(f"--from {link}: the chain of {trace.id} has the links 0 to {last}")


def recorded_stdin(trace: Trace, link: int) -> bytes:
    """What the link was given, or would have been given had the chain come to it. Raises InputError."""
    check_link(trace, link)
    call = link_call(trace, link)
    if call is not None and "stdin" in call.truncated:
        raise InputError(
            f"only the beginning of what link {link} of {trace.id} was given is recorded: no rerun from it"
        )
    if call is not None:
        return call.stdin
    return build_request(trace.network, trace.network.links[link], trace.attachment, _prev_result(trace, link))


def recorded_environment(trace: Trace, link: int) -> tuple[bytes, ...]:
    """What the link was passed; where it was never reached, what another one was. Nothing where none was executed."""
    call = link_call(trace, link) or next((call for call in trace.calls if call.parent is None), None)
    return call.environment if call else ()


def plan_rerun(
    trace: Trace,
    link: int,
    edits: Sequence[Edit],
    how: str,
    plugin_dirs: Sequence[str],
    cache_dir: str,
    spare_env: Sequence[str] = (),
    environment: EnvEdits | None = None,
) -> Rerun:
    """The plan of a rerun; ``spare_env`` is for a trace in which nothing was executed, so that none is recorded.

    ``environment`` is laid over what the link is passed.
    Raises InputError where the edits find no place.
    """
    if trace.verb not in _CHAINED:
        raise InputError(f"{trace.id}: a {trace.verb} has no chain to rerun")
    if how == "in-place" and trace.verb == "GC":
        raise InputError(f"{trace.id}: a GC can't be rerun in place: it would release what pods still use")
    in_place = (trace.attachment, dict[str, str](), (_IN_PLACE,))
    attachment, renamed, notes = in_place if how == "in-place" else _reachable(trace.attachment)
    check_link(trace, link)
    base_env = _base_env(trace, link) if trace.calls else tuple(spare_env)
    plan = replace(
        _whole(trace, attachment, plugin_dirs, cache_dir, base_env),
        rewrite_env=_in_environment(link, environment or {}),
    )
    if how == "first" and not edits:
        # Nothing of the record is needed, so that it goes where the link was never reached too.
        stdin = edited = b""
    else:
        stdin = _renamed(recorded_stdin(trace, link), renamed)
        edited = apply_edits(stdin, edits)
    if how == "first":
        before = replace(plan, verb="ADD", policy="libcni", rewrite_env=None) if trace.verb != "ADD" else None
        return Rerun(plan=replace(plan, rewrite=_laid_over(link, edits)), before=before, renamed=renamed, notes=notes)
    prev_result = _member(edited, "prevResult")
    plan = replace(plan, first=link, prev_result=_member(stdin, "prevResult"), rewrite=_instead(link, edited))
    if how == "in-place":
        return Rerun(plan=replace(plan, keeps_cache=False), renamed=renamed, notes=notes)
    return Rerun(
        plan=plan,
        build=_claims(prev_result) if prev_result else None,
        renamed=renamed,
        notes=notes if trace.verb == "ADD" else (*notes, _NOT_BUILT),
    )


def _whole(
    trace: Trace, attachment: Attachment, plugin_dirs: Sequence[str], cache_dir: str, base_env: tuple[str, ...]
) -> Plan:
    """The plan of the whole verb, as it was recorded."""
    return Plan(
        verb=trace.verb,
        network=trace.network,
        attachment=attachment,
        plugin_dirs=tuple(plugin_dirs),
        cache_dir=cache_dir,
        base_env=base_env,
        policy=trace.policy,
    )


def _claims(prev_result: bytes) -> Result:
    """What the sandbox is built from. Raises InputError where it says nothing that can be built."""
    try:
        return decode(prev_result)
    except (DecodeError, LibcniError) as error:
        raise InputError(
            f"the sandbox can't be built from this prevResult: {error}; rerun it from the first link instead: "
            "the plugin is given it all the same"
        ) from None


def differing_names(recorded: bytes, fresh: bytes) -> dict[str, str]:
    """The texts of the recorded stdin that are others in the fresh one, and what they are there."""
    found: dict[str, str] = {}
    _differing(any_object(recorded), any_object(fresh), found)
    return found


def _differing(recorded: Any, fresh: Any, found: dict[str, str]) -> None:
    if isinstance(recorded, dict) and isinstance(fresh, dict):
        for name in recorded.keys() & fresh.keys():
            _differing(recorded[name], fresh[name], found)
    elif isinstance(recorded, list) and isinstance(fresh, list):
        for one, other in zip(recorded, fresh, strict=False):
            _differing(one, other, found)
    elif isinstance(recorded, str) and isinstance(fresh, str) and recorded != fresh:
        found[recorded] = fresh


def _laid_over(link: int, edits: Sequence[Edit]) -> Callable[[int, bytes], bytes]:
    return lambda at, stdin: apply_edits(stdin, edits) if at == link else stdin


def _instead(link: int, edited: bytes) -> Callable[[int, bytes], bytes]:
    return lambda at, stdin: edited if at == link else stdin


def _in_environment(link: int, edits: EnvEdits) -> Callable[[int, tuple[str, ...]], tuple[str, ...]]:
    return lambda at, entries: edited_environment(entries, edits) if at == link else entries


def _reachable(attachment: Attachment) -> tuple[Attachment, dict[str, str], tuple[str, ...]]:
    """The attachment with a netns path that can be made in a sandbox."""
    netns = attachment.netns
    if netns.startswith(("/run/", "/var/run/", "/tmp/")):
        return attachment, {}, ()
    note = f"netns {netns or '(none)'} can't be made in the sandbox: {POD_NETNS} stands for it"
    return replace(attachment, netns=POD_NETNS), {netns: POD_NETNS} if netns else {}, (note,)


def _renamed(stdin: bytes, renamed: Mapping[str, str]) -> bytes:
    for old, new in renamed.items():
        stdin = stdin.replace(dumps(old), dumps(new))
    return stdin


def _base_env(trace: Trace, link: int) -> tuple[str, ...]:
    """The recorded environment less CNI's own variables: a rerun starts from the record, never from ours."""
    entries = (entry.decode(errors="surrogateescape") for entry in recorded_environment(trace, link))
    return tuple(entry for entry in entries if not entry.startswith("CNI_"))


def _prev_result(trace: Trace, link: int) -> bytes | None:
    """What a link that was never reached would have got as prevResult."""
    if trace.verb != "ADD":
        reached = [call.stdin for call in trace.calls if call.link is not None and call.verb == trace.verb]
        return _member(reached[-1], "prevResult") if reached else None
    before = link_call(trace, link - 1) if link else None
    if link and (before is None or before.outcome is not Outcome.OK):
        raise InputError(
            f"link {link} has nothing to begin with, the link before it gave no result; "
            f"rerun from link {max(_answered(trace) + 1, 0)}"
        )
    return before.stdout if before else None


def _answered(trace: Trace) -> int:
    return max((call.link for call in trace.calls if call.link is not None and not call.failed), default=-1)


def _member(stdin: bytes, name: str) -> bytes | None:
    try:
        document = any_json(stdin)
    except ValueError as error:
        raise InputError(f"the recorded stdin is not JSON: {error}") from None
    value = document.get(name) if isinstance(document, dict) else None
    return None if value is None else dumps(value)
