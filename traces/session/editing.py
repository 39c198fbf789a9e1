"""What a user's edits of a link come to."""

from collections.abc import Sequence

from traces.model.trace import Trace
from traces.runner.edits import Edit, apply_edits, edit_from_assignment, edits_to_prev_result, edits_to_stdin
from traces.runner.env_edits import EnvEdits, edited_environment, edits_from_options, environment_edits
from traces.runner.rerun import check_link, recorded_environment, recorded_stdin

__all__ = ["Edit", "edited_env", "edits_of", "recorded_environment", "recorded_stdin"]


def edits_of(
    trace: Trace,
    link: int,
    *,
    prev_result: str | bytes | None = None,
    source: str = "prevResult",
    assignments: Sequence[str] = (),
    stdin: str | bytes | None = None,
    stdin_source: str = "stdin",
) -> tuple[Edit, ...]:
    """The edits that give a link another stdin, then another prevResult, and then set values at places of its stdin.

    The sources name where stdin and prev_result come from. Raises InputError, naming what is wrong and what was
    expected.
    """
    check_link(trace, link)
    if prev_result is None and stdin is None and not assignments:
        return ()
    recorded = recorded_stdin(trace, link)
    edits: list[Edit] = []
    if stdin is not None:
        edits += edits_to_stdin(recorded, stdin, stdin_source)
    if prev_result is not None:
        edits += edits_to_prev_result(apply_edits(recorded, edits), prev_result, source)
    for assignment in assignments:
        edits.append(edit_from_assignment(apply_edits(recorded, edits), assignment))
    return tuple(edits)


def environment_changes(trace: Trace, link: int, wanted: Sequence[bytes] | None) -> EnvEdits:
    """By name what differs between the recorded environment of a link and the wanted one; nothing without one."""
    return {} if wanted is None else environment_edits(recorded_environment(trace, link), wanted)


def edited_env(trace: Trace, link: int, assignments: Sequence[str], unset: Sequence[str]) -> tuple[bytes, ...] | None:
    """The environment of a link with variables set (NAME=VALUE) and taken out; None where nothing is asked for.

    Raises InputError, naming what is wrong and what was expected.
    """
    check_link(trace, link)
    if not assignments and not unset:
        return None
    recorded = recorded_environment(trace, link)
    edits = edits_from_options(recorded, assignments, unset)
    entries = [entry.decode(errors="surrogateescape") for entry in recorded]
    return tuple(entry.encode(errors="surrogateescape") for entry in edited_environment(entries, edits))
