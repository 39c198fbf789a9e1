"""A conflist as a learner has edited it: by a whole new text, by POINTER=JSON, or by two places that change places."""

import json
from collections.abc import Sequence
from typing import Any

from jsonpatch import JsonPatch, JsonPatchException
from jsonpointer import JsonPointer, JsonPointerException

from traces.cni.anyjson import any_json
from traces.cni.config_help import ConflistError, explain
from traces.cni.gojson import DecodeError
from traces.cni.network_conf import parse_list
from traces.errors import InputError
from traces.model.network import Network
from traces.runner.edits import exists
from traces.timeline.measure import one_line

SWAP = "<->"
FORM = f"POINTER=JSON, as /plugins/0/mtu=1400, or two pointers, as /plugins/0{SWAP}/plugins/1"

_LONGEST = 80
"""Characters of what was typed that are told again."""


def edited_network(raw: bytes, file: str, assignments: Sequence[str] = (), text: str | None = None) -> Network:
    """The network of a conflist, of a whole new text in place of it, with values set in it.

    Raises InputError in one line: what is wrong in what was typed, or libcni's words where it refuses what came of it.
    """
    edited = raw if text is None else text.encode(errors="replace")
    if assignments:
        document = _parsed(edited, file)
        try:
            for assignment in assignments:
                document = JsonPatch(_operations(document, assignment, file)).apply(document, in_place=True)
            edited = json.dumps(document, indent=2).encode()
        except RecursionError:
            raise InputError(f"{file}: nested too deep") from None
    return _loaded(edited, file)


def _operations(document: Any, assignment: str, file: str) -> list[dict[str, Any]]:
    """What an assignment comes to, as the operations of a JSON Patch (RFC 6902), each of which finds its place."""
    pointer, equals, value = assignment.partition("=")
    first, swap, second = (part.strip() for part in pointer.partition(SWAP))
    if not first.startswith("/") or bool(equals) is bool(swap) or (swap and not second.startswith("/")):
        raise InputError(f"{assignment}: expected {FORM}")
    if swap:
        return _swapped(document, first, second, file)
    operation = {"op": "replace" if exists(document, first) else "add", "path": first, "value": _json(first, value)}
    try:
        JsonPatch([operation]).apply(document)
    except (JsonPatchException, JsonPointerException, TypeError):
        raise _nowhere(first, file) from None
    return [operation]


def _swapped(document: Any, first: str, second: str, file: str) -> list[dict[str, Any]]:
    missing = next((pointer for pointer in (first, second) if not exists(document, pointer)), None)
    if missing is not None:
        raise _nowhere(missing, file)
    if f"{first}/".startswith(f"{second}/") or f"{second}/".startswith(f"{first}/"):
        raise InputError(f"{first}{SWAP}{second}: expected two places of which neither is in the other")
    values = [JsonPointer(pointer).resolve(document) for pointer in (second, first)]
    pairs = zip((first, second), values, strict=True)
    return [{"op": "replace", "path": pointer, "value": value} for pointer, value in pairs]


def _nowhere(pointer: str, file: str) -> InputError:
    return InputError(f"{pointer}: no such place in {file}")


def _json(pointer: str, text: str) -> Any:
    try:
        return any_json(text)
    except ValueError:
        told = one_line(text, _LONGEST)
        told = one_line(text, _LONGEST)
        raise InputError(f'{pointer}: {told!r} is not JSON; a text stands in double quotes: "{told}"') from None


def _parsed(raw: bytes, file: str) -> Any:
    try:
        return any_json(raw)
    except ValueError as error:
        raise InputError(f"{file}: not JSON: {error}") from None


def _loaded(raw: bytes, file: str) -> Network:
    """The network, without a plugin folder beside it. Raises InputError with libcni's words."""
    try:
        network = parse_list(raw, file).network
        if not network.links:
            raise DecodeError("no plugin configs found")
    except DecodeError as error:
        raise InputError(_refusal(explain(error, raw, file))) from None
    return network


def _refusal(error: ConflistError) -> str:
    place = f":{error.line}:{error.column}" if error.line else ""
    hint = f" ({error.hint})" if error.hint else ""
    return " ".join(f"{error.source}{place}: {error}{hint}".split())
