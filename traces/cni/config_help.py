"""What is wrong with a configuration file, where, and what to write instead."""

from traces.cni.gojson import DecodeError
from traces.cni.goscan import JsonSyntaxError
from traces.cni.json_error import JsonError, json_error
from traces.errors import ConfigError

_HINTS = (
    ("no name", 'add "name": "NAME" beside "plugins": letters, digits, _ . and -'),
    ("no plugins in list", 'add at least one entry to "plugins": {"type": "PLUGIN"}'),
    (
        "no plugin configs found",
        'add "plugins": [{"type": "PLUGIN"}], or put plugins into a folder named as the network',
    ),
    ("invalid 'plugins' type", '"plugins" must be a list: [{"type": "PLUGIN"}, …]'),
    ("missing 'type'", 'add "type": "PLUGIN", the name of the plugin\'s binary'),
    ("invalid name type", '"name" must be text in double quotes'),
    ("invalid cniVersion", '"cniVersion" must be a version in double quotes, as "1.0.0"'),
    ("failed to convert", '"cniVersion" must be a version of three numbers, as "1.0.0"'),
    ("cniVersions", '"cniVersions" must be a list of versions: ["1.0.0", "1.1.0"]'),
    ("capabilities", '"capabilities" must be an object of true and false: {"portMappings": true}'),
    ("for disable", "write true or false"),
    ("loadOnlyInlinedPlugins", 'add "plugins", or remove "loadOnlyInlinedPlugins"'),
)


class ConflistError(ConfigError):
    """A configuration file that libcni refuses; str() is libcni's text alone."""

    def __init__(self, message: str, *, source: str, place: JsonError | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.source = source
        """The file."""
        self.line = place.line if place else None
        """The line at which the file stops being JSON, counted from 1; None where it is JSON."""
        self.column = place.column if place else None
        """The character in that line, counted from 1."""
        self.offset = place.offset if place else None
        """The byte in the file, counted from 0."""
        self.hint = hint
        """What to write instead, or nothing."""


def explain(error: DecodeError, raw: bytes, source: str) -> ConflistError:
    """The error of a file, with the place in it and a hint."""
    place = json_error(raw) if isinstance(error, JsonSyntaxError) or error.__cause__ else None
    return ConflistError(str(error), source=source, place=place, hint=_hint(str(error), raw, place))


def version_hint(cni_version: str) -> str:
    """What to add to a list that names no version: libcni takes it for 0.1.0. Empty where there is one."""
    return "" if cni_version else 'add "cniVersion": "1.0.0": without it the list counts as version 0.1.0'


def _hint(message: str, raw: bytes, place: JsonError | None) -> str:
    if not raw.strip():
        return 'the file is empty: write {"cniVersion": "1.0.0", "name": "NAME", "plugins": [{"type": "PLUGIN"}]}'
    if place:
        return place.hint
    return next((hint for start, hint in _HINTS if start in message), "")
