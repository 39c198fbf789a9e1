"""The user's edits of a link's stdin, kept as the operations of a JSON Patch (RFC 6902).

Kept as changes, they can be laid over another run's stdin, in which names and addresses made at random differ.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from jsonpatch import JsonPatch, JsonPatchException, make_patch
from jsonpointer import EndOfList, JsonPointer, JsonPointerException

from traces.cni.anyjson import any_json
from traces.cni.gojson import dumps, interface
from traces.errors import InputError

Edit = Mapping[str, Any]


def edits_to_prev_result(stdin: bytes, prev_result: str | bytes, source: str) -> tuple[Edit, ...]:
    """The edits that turn the prevResult of stdin into another one.

    Raises InputError, naming source, where prev_result is not a JSON object.
    """
    try:
        wanted = any_json(prev_result)
    except ValueError as error:
        raise InputError(f"{source}: not JSON: {error}") from None
    if not isinstance(wanted, dict):
        raise InputError(f"{source}: expected a JSON object, as a plugin's result is one")
    before = _parsed(stdin)
    return tuple(make_patch(before, before | {"prevResult": wanted}).patch)


def edits_to_stdin(stdin: bytes, wanted: str | bytes, source: str) -> tuple[Edit, ...]:
    """The edits that turn stdin into another one. Raises InputError, naming source, where that is no JSON object."""
    try:
        document = any_json(wanted)
    except ValueError as error:
        raise InputError(f"{source}: not JSON: {error}") from None
    if not isinstance(document, dict):
        raise InputError(f"{source}: expected a JSON object, as a link's configuration is one")
    return tuple(make_patch(_parsed(stdin), document).patch)


def edit_from_assignment(stdin: bytes, assignment: str) -> Edit:
    """The edit that ``POINTER=JSON`` asks for. Raises InputError that says what was expected."""
    pointer, equals, text = assignment.partition("=")
    if not equals or not pointer.startswith("/"):
        raise InputError(f"--set {assignment}: expected POINTER=JSON, as /prevResult/ips/0/address='\"10.1.0.9/16\"'")
    try:
        value = any_json(text)
    except ValueError:
        raise InputError(
            f"--set {pointer}: {text!r} is not JSON; a text stands in double quotes: '\"{text}\"'"
        ) from None
    document = _parsed(stdin)
    there = exists(document, pointer)
    edit = {"op": "replace" if there else "add", "path": pointer, "value": value}
    _applied(document, [edit])
    return edit


def apply_edits(stdin: bytes, edits: Sequence[Edit]) -> bytes:
    """Stdin with the edits laid over it, encoded as libcni would have encoded it; untouched where there are none.

    Raises InputError, naming the first edit that finds no place.
    """
    if not edits:
        return stdin
    return dumps(interface(_applied(_parsed(stdin), edits)))


def exists(document: Any, pointer: str) -> bool:
    """Whether something stands at a JSON Pointer; behind the end of a list (``/prevResult/ips/-``) nothing does."""
    try:
        return not isinstance(JsonPointer(pointer).resolve(document), EndOfList)
    except (JsonPointerException, TypeError):
        return False


def _applied(document: Any, edits: Iterable[Edit]) -> Any:
    for edit in edits:
        try:
            document = JsonPatch([dict(edit)]).apply(document)
        except (JsonPatchException, JsonPointerException, TypeError):
            raise InputError(f"{edit['path']}: no such place in the stdin of that link") from None
    return document


def _parsed(stdin: bytes) -> dict[str, Any]:
    try:
        document = any_json(stdin)
    except ValueError as error:
        raise InputError(f"the recorded stdin of that link is not JSON: {error}") from None
    if not isinstance(document, dict):
        raise InputError("the recorded stdin of that link is not a JSON object")
    return document
