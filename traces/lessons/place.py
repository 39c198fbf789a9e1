"""Where something stands in a lesson's runs: «add link 1 stdin /prevResult/ips/0/address», «add result /ips»."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from traces.cni.anyjson import any_json, any_object
from traces.errors import InputError
from traces.lessons.runs import Runs, call_of_link, failure_document, link_words, run_words, whose
from traces.model.call import Call
from traces.model.trace import Trace

FORM = (
    "RUN link N stdin|stdout|env|config [/POINTER], RUN call N …, RUN plugin NAME …, "
    "or RUN result|cache|error [/POINTER]"
)
_OF_CALL = ("stdin", "stdout", "env", "config")
_OF_TRACE = ("result", "cache", "error")
_WORDS = {
    "stdin": "what {} got on stdin",
    "stdout": "what {} answered on stdout",
    "env": "the environment of {}",
    "config": "the entry of {} in the conflist",
    "result": "the result of the whole chain",
    "cache": "the cached result",
    "error": "the error that the chain ends with",
}


class Absent:
    """What stands where there is nothing."""

    def __repr__(self) -> str:
        return "nothing there"


ABSENT = Absent()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place in a document of a run."""

    run: str
    by: str = ""
    """link, call or plugin; empty where the document is the whole verb's."""
    number: int = 0
    name: str = ""
    """The plugin of which it is the first call, whichever link that is."""
    document: str
    pointer: str = ""
    """A JSON Pointer (RFC 6901) in which ``*`` stands for every entry; empty for the whole document."""

    def __str__(self) -> str:
        who = (self.by, self.name or str(self.number)) if self.by else ()
        parts = (self.run, *who, self.document, self.pointer)
        return " ".join(part for part in parts if part)


def read_place(text: str, source: str, runs: tuple[str, ...]) -> Place:
    """The place that a text names. Raises InputError that tells the form."""
    match text.split():
        case [run, ("link" | "call") as by, number, document, *rest] if number.isdecimal() and document in _OF_CALL:
            place = Place(run=run, by=by, number=int(number), document=document, pointer=_pointer(rest))
        case [run, "plugin", name, document, *rest] if document in _OF_CALL:
            place = Place(run=run, by="plugin", name=name, document=document, pointer=_pointer(rest))
        case [run, document, *rest] if document in _OF_TRACE:
            place = Place(run=run, document=document, pointer=_pointer(rest))
        case _:
            raise InputError(f"{source}: {text!r}: expected {FORM}")
    if place.run not in runs or len(rest) > 1 or (rest and not rest[0].startswith("/")):
        raise InputError(f"{source}: {text!r}: expected {FORM}; the runs are {', '.join(runs)}")
    return place


def _pointer(rest: list[str]) -> str:
    return rest[0] if rest else ""


def call_at(runs: Runs, place: Place) -> Call | None:
    """The call that a place is in, or None."""
    return call_in(runs.traces[place.run], place)


def call_in(trace: Trace, place: Place) -> Call | None:
    """The same in any trace, whichever run it is of."""
    if place.by == "link":
        return call_of_link(trace, place.number)
    if place.by == "plugin":
        return next((call for call in trace.calls if call.plugin == place.name), None)
    return trace.calls[place.number] if place.by and place.number < len(trace.calls) else None


def document_at(runs: Runs, place: Place) -> Any:
    """The whole document as JSON values, ABSENT where there is none."""
    return in_document(runs.traces[place.run], place, call_at(runs, place))


def in_document(trace: Trace, place: Place, call: Call | None) -> Any:
    """The document of a trace, and of a call of it where the place is in one."""
    if place.document == "result":
        return _json(trace.result)
    if place.document == "cache":
        return any_object(trace.cache_after or b"").get("result", ABSENT)
    if place.document == "error":
        return failure_document(trace) or ABSENT
    if place.document == "config" and place.by != "call":
        links = trace.network.links
        found = [link for link in links if place.name in ("", link.type) and (place.name or link.index == place.number)]
        return any_object(found[0].config) if found else ABSENT
    if call is None:
        return ABSENT
    if place.document == "env":
        return {name: value for name, value in call.env.items() if name.startswith("CNI_")}
    return _json(call.stdout if place.document == "stdout" else call.stdin)


def value_at(runs: Runs, place: Place) -> Any:
    """The value at a place, ABSENT where there is none."""
    return next(values_in(document_at(runs, place), place.pointer), ABSENT)


def values_in(document: Any, pointer: str) -> Iterator[Any]:
    """What stands at a pointer, which may be several things where it has ``*``."""
    if not pointer:
        if document is not ABSENT:
            yield document
        return
    head, _, tail = pointer[1:].partition("/")
    rest = f"/{tail}" if "/" in pointer[1:] else ""
    for value in _members(document, head.replace("~1", "/").replace("~0", "~")):
        yield from values_in(value, rest)


def _members(document: Any, name: str) -> Iterator[Any]:
    if isinstance(document, Mapping):
        yield from document.values() if name == "*" else [document[name]] if name in document else []
    elif isinstance(document, list):
        number = int(name) if name.isdecimal() else -1
        yield from document if name == "*" else [document[number]] if 0 <= number < len(document) else []


def place_owner(runs: Runs, place: Place) -> str:
    """Whose document it is, in words, whether it was called or not; empty where it is the whole verb's."""
    trace, call = runs.traces[place.run], call_at(runs, place)
    if call is not None:
        return whose(trace, call)
    if place.by == "link":
        return link_words(trace, place.number)
    return place.name or (f"call {place.number + 1}" if place.by else "")


def place_words(runs: Runs, place: Place) -> str:
    """The document of a place in words: «what bridge (link 0) got on stdin at ADD»."""
    who = place_owner(runs, place)
    if place.document == "config":
        return _WORDS["config"].format(who)
    never = ", never called," if place.by and call_at(runs, place) is None else ""
    return f"{_WORDS[place.document].format(f'{who}{never}')} at {run_words(runs, place.run)}"


def _json(raw: bytes | None) -> Any:
    try:
        return ABSENT if raw is None else any_json(raw)
    except ValueError:
        return ABSENT
