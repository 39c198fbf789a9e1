"""How a trace in a list ended, in one word, and in a few."""

from traces.model.summary import Summary
from traces.timeline.printable import printable


def outcome_kind(summary: Summary) -> str:
    """failed, running or ok."""
    if summary.error is not None:
        return "failed"
    return "ok" if summary.finished else "running"


def outcome_word(summary: Summary) -> str:
    """How it ended, and where it failed; safe text."""
    kind = outcome_kind(summary)
    return f"failed at {printable(summary.failed_plugin)}" if kind == "failed" and summary.failed_plugin else kind
