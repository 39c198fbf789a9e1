"""What a user's edits of a link come to."""

from collections.abc import Sequence

from traces.model.trace import Trace
from traces.runner.edits import Edit, apply_edits, edit_from_assignment, edits_to_prev_result
from traces.runner.rerun import check_link, recorded_stdin

__all__ = ["Edit", "edits_of", "recorded_stdin"]


def edits_of(
    trace: Trace,
    link: int,
    *,
    prev_result: str | bytes | None = None,
    source: str = "prevResult",
    assignments: Sequence[str] = (),
) -> tuple[Edit, ...]:
    """The edits that give a link another prevResult, and then set values at places of its stdin.

    ``source`` names where prev_result comes from. Raises InputError, naming what is wrong and what was expected.
    """
    check_link(trace, link)
    if prev_result is None and not assignments:
        return ()
    stdin = recorded_stdin(trace, link)
    edits: list[Edit] = []
    if prev_result is not None:
        edits += edits_to_prev_result(stdin, prev_result, source)
    for assignment in assignments:
        edits.append(edit_from_assignment(apply_edits(stdin, edits), assignment))
    return tuple(edits)
