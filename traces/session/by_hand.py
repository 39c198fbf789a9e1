"""What a user does to a run by hand, in the words of the trace's notes; and the answer of a call that is skipped."""

from collections.abc import Iterator, Mapping, Sequence

from jsonpatch import make_patch

from traces.cni.anyjson import any_json, any_object
from traces.cni.gojson import dumps
from traces.cni.outcome import outcome
from traces.model.answer import Answer
from traces.model.call import Call, Outcome
from traces.session.held import Decision, HeldCall
from traces.timeline.printable import printable

_TOLD = 8
"""Changes of a stdin that are told one by one."""
_LONGEST = 120
"""Characters of a place that are told."""
_ANSWERING = "ADD"


def previous_of(verb: str, stdin: bytes) -> bytes | None:
    """The prevResult that an ADD was sent with, or None."""
    previous = any_object(stdin).get("prevResult") if verb == _ANSWERING else None
    return dumps(previous) if isinstance(previous, dict) else None


def skipping(held: HeldCall) -> Answer:
    """What stands for the call if it is not in the chain: to ADD the result before it, or an empty one."""
    if held.verb != _ANSWERING:
        return Answer()
    if held.previous is not None:
        return Answer(stdout=held.previous)
    version = any_object(held.stdin).get("cniVersion")
    return Answer(stdout=dumps({"cniVersion": version} if isinstance(version, str) and version else {}))


def named(call: Call, calls: Mapping[str, Call], verb: str) -> str:
    """A call in a note: «link 2, portmap», «host-local, called by link 0, bridge».

    The verb is the trace's: GC asks links for DEL too.
    """
    asked = "" if call.verb in (verb, "VERSION") else f" ({printable(call.verb)})"
    plugin = printable(call.plugin)
    if call.link is not None:
        return f"link {call.link}, {plugin}{asked}"
    caller = calls.get(call.parent or "")
    return f"{plugin}{asked}" if caller is None else f"{plugin}, called by {named(caller, calls, call.verb)}"


def decision_notes(decision: Decision, who: str) -> Iterator[str]:
    """What was done by hand, a line each; nothing where the call just went on."""
    held, answer = decision.held, decision.answer
    if decision.is_skip:
        yield f"{who}, skipped by hand"
    elif answer is not None:
        yield f"{who}, answered by hand {_answered(held.verb, answer)}"
    if decision.stdin is not None and decision.stdin != held.stdin:
        yield f"stdin of {who}, edited by hand: {stdin_changes(held.stdin, decision.stdin)}"
    if decision.environment is not None and decision.environment != held.environment:
        changes = environment_changes(held.environment, decision.environment)
        yield f"environment of {who}, edited by hand: {changes}"


def stdin_changes(before: bytes, after: bytes) -> str:
    """What differs between two stdins: the operations that make one of the other, without values."""
    try:
        patch = make_patch(any_json(before), any_json(after)).patch
    except (ValueError, RecursionError):
        return "replaced whole"
    told = [f"{edit['op']} {_place(edit)}" for edit in patch[:_TOLD]]
    more = [f"and {len(patch) - _TOLD} more"] if len(patch) > _TOLD else []
    return ", ".join([*told, *more]) or "the same JSON, written otherwise"


def environment_changes(before: Sequence[bytes], after: Sequence[bytes]) -> str:
    """What differs between two environments, by name: a value may be a secret."""
    old, new = _by_name(before), _by_name(after)
    changed = [f"set {printable(name)}" for name, value in new.items() if old.get(name) != value]
    removed = [f"removed {printable(name)}" for name in old if name not in new]
    return ", ".join((*changed, *removed)) or "the order of its entries"


def _place(edit: Mapping[str, str]) -> str:
    path = printable(edit["path"]) or "the whole of it"
    return path if len(path) <= _LONGEST else f"{path[:_LONGEST]}…"


def _answered(verb: str, answer: Answer) -> str:
    """How a call was answered: «with an error, code 11»."""
    how = outcome(verb, answer.exit_code, answer.signal, answer.stdout)
    if how is Outcome.ERROR:
        return f"with an error, code {any_object(answer.stdout).get('code')}"
    if how is Outcome.OK:
        return "with a result" if verb == _ANSWERING else "with success"
    if answer.signal is not None:
        return f"as if killed by signal {answer.signal}"
    return f"with exit {answer.exit_code} and {'something that is' if answer.stdout else ''} no answer".replace(
        "  ", " "
    )


def _by_name(entries: Sequence[bytes]) -> dict[str, list[bytes]]:
    """The values of each name, in their order: a name may be there twice."""
    found: dict[str, list[bytes]] = {}
    for entry in entries:
        name, _, value = entry.partition(b"=")
        found.setdefault(name.decode(errors="surrogateescape"), []).append(value)
    return found
