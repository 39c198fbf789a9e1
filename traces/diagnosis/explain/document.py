"""An explanation as it stands in a JSON document."""

from dataclasses import asdict
from typing import Any

from traces.diagnosis.explain.explanation import Explanation


def explanation_document(explanation: Explanation) -> dict[str, Any]:
    """All fields of it; `kind` is the likeliest of `kinds`."""
    return {"kind": explanation.kind, **asdict(explanation)}
