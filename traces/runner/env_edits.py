"""The user's edits of a link's environment, kept as what differs from the recorded one, by name.

Kept so, they can be laid over another run's environment, of which the network namespace and the paths may differ.
"""

from collections.abc import Mapping, Sequence

from traces.errors import InputError

EnvEdits = Mapping[str, str | None]
"""By name the new value, or None where the variable is taken out."""


def environment_edits(recorded: Sequence[bytes], wanted: Sequence[bytes]) -> EnvEdits:
    """What makes the wanted environment of the recorded one; of a name that is there twice the first entry counts."""
    before, after = _by_name(recorded), _by_name(wanted)
    gone: dict[str, str | None] = {name: None for name in before if name not in after}
    return gone | {name: value for name, value in after.items() if before.get(name) != value}


def edited_environment(environment: Sequence[str], edits: EnvEdits) -> tuple[str, ...]:
    """The entries with the edits laid over them: what was there keeps its place, what is new comes last."""
    names = {_name(entry) for entry in environment}
    kept = [_edited(entry, edits) for entry in environment]
    new = [f"{name}={value}" for name, value in edits.items() if value is not None and name not in names]
    return (*(entry for entry in kept if entry is not None), *new)


def edits_from_options(recorded: Sequence[bytes], assignments: Sequence[str], unset: Sequence[str]) -> EnvEdits:
    """What ``--env NAME=VALUE`` and ``--unset-env NAME`` ask for. Raises InputError that says what was expected."""
    edits: dict[str, str | None] = {}
    known = _by_name(recorded)
    for text in assignments:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise InputError(f"--env {text}: expected NAME=VALUE")
        edits[name] = value
    for name in unset:
        if name in edits:
            raise InputError(f"--unset-env {name}: it is set by --env too")
        if name not in known:
            raise InputError(f"--unset-env {name}: no variable of that name was passed")
        edits[name] = None
    return edits


def _edited(entry: str, edits: EnvEdits) -> str | None:
    name = _name(entry)
    if name not in edits:
        return entry
    value = edits[name]
    return None if value is None else f"{name}={value}"


def _by_name(environment: Sequence[bytes]) -> dict[str, str]:
    found: dict[str, str] = {}
    for entry in environment:
        name, _, value = entry.decode(errors="surrogateescape").partition("=")
        found.setdefault(name, value)
    return found


def _name(entry: str) -> str:
    return entry.partition("=")[0]
