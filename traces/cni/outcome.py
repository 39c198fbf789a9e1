"""How a call ended, judged by its exit status and its stdout as libcni judges them."""

import json
from typing import Any

from traces.model.call import Outcome

_ANSWERING = ("ADD", "VERSION")
"""The verbs whose success must come with a JSON object (CNI specification 1.1, sections 2 and 5)."""


def outcome(verb: str, exit_code: int | None, signal: int | None, stdout: bytes) -> Outcome:
    """The outcome of a plugin that has ended, by code or by signal."""
    if signal is not None:
        return Outcome.KILLED
    document = _object(stdout)
    if exit_code == 0:
        return Outcome.UNREADABLE if verb in _ANSWERING and document is None else Outcome.OK
    return Outcome.ERROR if document is not None and _is_code(document.get("code")) else Outcome.FAILED


def _is_code(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _object(stdout: bytes) -> dict[str, Any] | None:
    """The JSON object that the bytes are, or None. Bytes that are no UTF-8 are let pass, as Go's decoder does."""
    try:
        document = json.loads(stdout.decode(errors="replace"))
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None
