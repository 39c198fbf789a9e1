"""A comparison as a JSON document."""

import json
from typing import Any

from traces.timeline.compare_model import Comparison, Difference
from traces.timeline.compare_text import cause_sentence

SCHEMA_VERSION = 1


def comparison_document(comparison: Comparison) -> dict[str, Any]:
    """The document: `equal`, `first_cause` (a difference and its sentence, or null), `differences`, `same`, `notes`.

    Values of JSON payloads are given as JSON, others as text; one that a trace has not got is left out.
    """
    cause = comparison.first_cause
    return {
        "schema_version": SCHEMA_VERSION,
        "a": comparison.left,
        "b": comparison.right,
        "equal": comparison.equal,
        "first_cause": {"sentence": cause_sentence(comparison), **_entry(cause)} if cause else None,
        "differences": [_entry(each) for each in comparison.differences],
        "same": list(comparison.same),
        "notes": list(comparison.notes),
    }


def _entry(each: Difference) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "subject": each.subject,
        "link": each.link,
        "what": str(each.aspect),
        "at": each.at,
        "follows": each.follows,
        "edit": each.edited,
        "by_hand": each.touched,
        "surrounding": each.surrounding,
    }
    values = {"before": each.before, "after": each.after}
    return entry | {name: _value(text, each.is_json) for name, text in values.items() if text is not None}


def _value(text: str, is_json: bool) -> Any:
    return json.loads(text) if is_json else text
