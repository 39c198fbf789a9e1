"""The user's configuration file: keys, theme, motion, signs, mouse. Loads no screen.

A file that is wrong is refused in one line that names it, the line in it, and what was expected; one that is not there
is no mistake, unless it was asked for by name.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from platformdirs import user_config_path

from app.keys.key_names import KeyNameError, key_names
from traces.errors import InputError
from traces.timeline.printable import printable

VARIABLE = "CNISTEP_CONFIG"
"""Names another file."""
MOTIONS = ("none", "basic", "full")
_SETTINGS = ("keys", "theme", "motion", "ascii", "mouse")
_LARGEST = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """What the file says; None where it says nothing."""

    path: Path
    """Where it was looked for."""
    found: bool = False
    keys: Mapping[str, str] = field(default_factory=dict)
    """The keys by the id of their action, as Textual names them."""
    lines: Mapping[str, int] = field(default_factory=dict)
    """The line of each of those, counted from 1."""
    theme: str | None = None
    motion: str | None = None
    ascii: bool | None = None
    mouse: bool | None = None


def config_path(env: Mapping[str, str] = os.environ) -> Path:
    """The file that is read: the one of the environment, or config.toml where a user's configuration belongs."""
    named = env.get(VARIABLE)
    return Path(named).expanduser() if named else user_config_path("cnistep") / "config.toml"


def read_config(env: Mapping[str, str] = os.environ) -> Config:
    """What the file says. Raises InputError."""
    path = config_path(env)
    try:
        with path.open("rb") as file:
            raw = file.read(_LARGEST + 1)
    except FileNotFoundError:
        if env.get(VARIABLE):
            raise InputError(f"{_shown(path)}: there is no such file ({VARIABLE} names it)") from None
        return Config(path=path)
    except OSError as error:
        raise InputError(f"{_shown(path)}: {error.strerror}") from None
    if len(raw) > _LARGEST:
        raise InputError(f"{_shown(path)}: larger than 1 MB; a configuration of cnistep was expected")
    return _Reading(path, _text(path, raw)).config()


def _text(path: Path, raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError(f"{_shown(path)}:{line}: byte {error.start} is not UTF-8; TOML was expected") from None


class _Reading:
    """One file that is being read."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._text = text

    def config(self) -> Config:
        """All settings, checked."""
        document = self._document()
        for name in document:
            if name not in _SETTINGS:
                self._refuse("", name, f"«{printable(name)}» is no setting; expected {_words(_SETTINGS)}")
        keys = self._keys(document.get("keys", {}))
        return Config(
            path=self._path,
            found=True,
            keys=keys,
            lines={name: self._line("keys", name) for name in keys},
            theme=self._string(document, "theme"),
            motion=self._motion(document),
            ascii=self._boolean(document, "ascii"),
            mouse=self._boolean(document, "mouse"),
        )

    def _document(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self._text)
        except tomllib.TOMLDecodeError as error:
            said, _, place = str(error).partition(" (at ")
            line = place.removeprefix("line ").split(",")[0]
            where = f":{line}" if line.isdigit() else f":{len(self._text.splitlines()) or 1}"
            raise InputError(f"{_shown(self._path)}{where}: not TOML: {printable(said)}") from None
        except RecursionError:
            raise InputError(f"{_shown(self._path)}: not TOML: nested too deep") from None

    def _keys(self, table: object) -> dict[str, str]:
        if not isinstance(table, dict):
            self._refuse("", "keys", 'keys is no table; expected [keys] and below it "mark.toggle" = "ctrl+k"')
        return {name: self._key(name, value) for name, value in _flat(table)}

    def _key(self, name: str, value: object) -> str:
        given = value if isinstance(value, list) else [value]
        several = [each for each in given if isinstance(each, str)]
        if not several or len(several) < len(given):
            self._refuse("keys", name, f'«{printable(name)}» needs a key; expected a text like "ctrl+k", or a list')
        try:
            return ",".join(key_names(each) for each in several)
        except KeyNameError as error:
            self._refuse("keys", name, f"«{printable(name)}»: {printable(str(error))}")

    def _string(self, document: dict[str, Any], name: str) -> str | None:
        value = document.get(name)
        if value is not None and not isinstance(value, str):
            self._refuse("", name, f'{name} is no text; expected {name} = "…"')
        return value

    def _motion(self, document: dict[str, Any]) -> str | None:
        value = self._string(document, "motion")
        if value is not None and value not in MOTIONS:
            self._refuse("", "motion", f"motion is «{printable(value)}»; expected {_words(MOTIONS)}")
        return value

    def _boolean(self, document: dict[str, Any], name: str) -> bool | None:
        value = document.get(name)
        if value is not None and not isinstance(value, bool):
            self._refuse("", name, f"{name} is neither true nor false; expected one of them")
        return value

    def _refuse(self, table: str, name: str, said: str) -> NoReturn:
        line = self._line(table, name)
        raise InputError(f"{_shown(self._path)}{f':{line}' if line else ''}: {said}")

    def _line(self, table: str, name: str) -> int:
        """The line of a setting, as far as one can tell without a parser that says so; 0 where one can't."""
        here = ""
        for number, line in enumerate(self._text.splitlines(), 1):
            stripped = line.strip()
            if stripped.startswith("["):
                here = stripped.strip("[] \t").strip("\"'")
                if not table and here == name:
                    return number
            said = stripped.partition("=")[0].strip().replace('"', "").replace("'", "")
            if "=" in stripped and ".".join(filter(None, (here, said))) == ".".join(filter(None, (table, name))):
                return number
        return 0


def _flat(table: dict[str, Any], before: str = "") -> list[tuple[str, object]]:
    """The table's entries; an id whose dots were not quoted has become tables in tables."""
    found: list[tuple[str, object]] = []
    for name, value in table.items():
        whole = f"{before}{name}"
        found += _flat(value, f"{whole}.") if isinstance(value, dict) else [(whole, value)]
    return found


def _words(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _shown(path: Path) -> str:
    return printable(str(path))
