"""The user's own keys: checked against the table of actions, and laid over it. Loads no screen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from app.keys.key import Key, Section
from app.keys.key_names import shown_keys
from app.looks.config import Config
from traces.errors import InputError
from traces.timeline.printable import printable


@dataclass(frozen=True, slots=True, kw_only=True)
class Remap:
    """Other keys than the table's, by the ids of their actions."""

    keys: Mapping[str, str] = field(default_factory=dict)

    def key(self, key: Key) -> Key:
        """The action with the key that it has here."""
        own = self.keys.get(key.id)
        return key if own is None else replace(key, keys=own, shown=shown_keys(own))

    def sections(self, sections: Sequence[Section]) -> tuple[Section, ...]:
        """The table with the keys that there are here."""
        return tuple((title, tuple(self.key(key) for key in keys)) for title, keys in sections)

    def shown(self, keys: Sequence[Key]) -> dict[str, str]:
        """By an action the key that it has here instead of the table's: what a hint has to say."""
        return {key.action: shown_keys(self.keys[key.id]).split()[0] for key in keys if key.id in self.keys}


def remap_of(app: object) -> Remap:
    """The user's keys in an app that has some."""
    found = getattr(app, "remap", None)
    return found if isinstance(found, Remap) else Remap()


def checked(config: Config, scopes: Sequence[tuple[Key, ...]]) -> Remap:
    """The configuration's keys. A scope are keys that work at the same time: there a key has one meaning.

    Raises InputError for an id that is none, and for a key that would mean two things.
    """
    ids = {key.id for keys in scopes for key in keys}
    for name in config.keys:
        if name not in ids:
            raise InputError(f"{_place(config, name)}: {_no_such_id(name, ids)}")
    remap = Remap(keys=config.keys)
    for keys in scopes:
        for name, one, other in _clashes([remap.key(key) for key in keys]):
            at_fault = other if other in config.keys else one
            raise InputError(f"{_place(config, at_fault)}: «{one}» and «{other}» are both {shown_keys(name)}")
    return remap


def _clashes(keys: Sequence[Key]) -> Iterator[tuple[str, str, str]]:
    """The keys that two actions have, with the ids of both."""
    owner: dict[str, str] = {}
    for key in keys:
        for name in filter(None, key.keys.split(",")):
            if owner.setdefault(name, key.id) != key.id:
                yield name, owner[name], key.id


def _no_such_id(name: str, ids: set[str]) -> str:
    near = get_close_matches(name, sorted(ids), n=1)
    meant = f"«{near[0]}»?" if near else "an id that «cnistep keys» lists"
    return f"«{printable(name)}» is no id of an action; expected {meant}"


def _place(config: Config, name: str) -> str:
    line = config.lines.get(name)
    return f"{printable(str(config.path))}{f':{line}' if line else ''}"
