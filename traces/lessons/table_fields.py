"""A table of a lesson's TOML, read field by field: what is wrong is told with its place and what was expected."""

from collections.abc import Mapping
from typing import Any

from traces.errors import InputError


class Fields:
    """One table; every field is taken once, and ``end`` refuses what nobody took."""

    def __init__(self, table: Any, source: str) -> None:
        """``source`` names the file and the table in it. Raises InputError where that is no table."""
        if not isinstance(table, Mapping):
            raise InputError(f"{source}: expected a table")
        self.source = source
        self._left = dict(table)

    def text(self, name: str, default: str | None = None, *, one_of: tuple[str, ...] = ()) -> str:
        """A text. Raises InputError."""
        found = self._left.pop(name, default)
        if not isinstance(found, str) or not (found or default == ""):
            raise self.wrong(name, "a text")
        if one_of and found not in one_of:
            raise self.wrong(name, f"one of {', '.join(one_of)}")
        return found

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; an empty one where it is not there. Raises InputError."""
        found = self._left.pop(name, [])
        if not isinstance(found, list) or not all(isinstance(entry, str) for entry in found):
            raise self.wrong(name, "a list of texts")
        return tuple(found)

    def whole(self, name: str, default: int | None = None) -> int:
        """A whole number from 0. Raises InputError."""
        found = self._left.pop(name, default)
        if isinstance(found, bool) or not isinstance(found, int) or found < 0:
            raise self.wrong(name, "a whole number from 0")
        return found

    def flag(self, name: str, *, default: bool = False) -> bool:
        """True or false. Raises InputError."""
        found = self._left.pop(name, default)
        if not isinstance(found, bool):
            raise self.wrong(name, "true or false")
        return found

    def table(self, name: str) -> Mapping[str, Any]:
        """A table; an empty one where it is not there. Raises InputError."""
        found = self._left.pop(name, {})
        if not isinstance(found, dict):
            raise self.wrong(name, "a table")
        return found

    def tables(self, name: str) -> tuple[Mapping[str, Any], ...]:
        """A list of tables, each written ``[[name]]``. Raises InputError."""
        found = self._left.pop(name, [])
        if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
            raise self.wrong(name, f"tables, each written [[{name}]]")
        return tuple(found)

    def rest(self) -> Mapping[str, Any]:
        """All that was not taken yet."""
        left, self._left = self._left, {}
        return left

    def end(self) -> None:
        """Raises InputError where there is a field that nobody knows."""
        if self._left:
            raise InputError(f"{self.source}: {next(iter(self._left))}: there is no such field here")

    def wrong(self, name: str, expected: str) -> InputError:
        """What to raise for a field."""
        return InputError(f"{self.source}: {name}: expected {expected}")
