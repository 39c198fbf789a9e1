"""A configuration file as settings that can be held against another's, each with its place.

Links are told apart by their type and not by their number: where a plugin was put in between, the others are the same.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from traces.cni.anyjson import any_json

ORDER = "order of the plugins"
TEXT = "text"
"""Places of what is no setting: the links' types, and the bytes of a file that is no JSON object."""
_PLACEHOLDER = re.compile(r"__[A-Za-z0-9_]+__|\$\{[^}]*\}|\{\{[^}]*\}\}")
"""What installers fill in: calico's __KUBERNETES_NODE_NAME__, envsubst's ${CIDR}, Helm's {{ .Values.mtu }}."""
_BARE = re.compile(r"(:\s*|\[\s*|,\s*)(__[A-Za-z0-9_]+__|\$\{[^}]*\}|\{\{[^}]*\}\})(?=\s*[,}\]])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One scalar of a file, or an empty container."""

    key: str
    """What it is called when it is compared: «bridge/ipam/subnet», «portmap#1/snat»; «/name» is the list's own."""
    pointer: str
    """Its JSON Pointer in this file (RFC 6901)."""
    value: str
    """As JSON."""

    @property
    def is_filled_in(self) -> bool:
        """Whether the value is one that an installer puts another for."""
        return bool(_PLACEHOLDER.search(self.value))


@lru_cache(maxsize=4096)
def settings(content: bytes) -> Mapping[str, Setting]:
    """The settings of a file by their keys; of one that is no JSON object the text alone."""
    try:
        document = any_json(content)
    except ValueError:
        document = None
    if not isinstance(document, dict):
        return {TEXT: Setting(key=TEXT, pointer="", value=json.dumps(content[:60].decode(errors="replace")))}
    return {each.key: each for each in _of_file(document)}


def template_settings(content: bytes) -> Mapping[str, Setting]:
    """The same of a file in which an installer fills something in, also where that stands without quotes."""
    text = content.decode(errors="replace")
    return settings(_BARE.sub(lambda found: f"{found[1]}{json.dumps(found[2])}", text).encode())


def type_of(key: str) -> str:
    """The link that a key is of: «bridge»; empty for the list's own."""
    return key.partition("/")[0]


def _of_file(document: Mapping[str, Any]) -> Iterator[Setting]:
    plugins = document.get("plugins")
    if not isinstance(plugins, list):
        yield from _of_value("", "", document)
        return
    for name, value in document.items():
        if name != "plugins":
            yield from _of_value(f"/{_part(name)}", f"/{_part(name)}", value)
    seen: dict[str, int] = {}
    names = []
    for index, entry in enumerate(plugins):
        kind = str(entry.get("type")) if isinstance(entry, dict) else "?"
        seen[kind] = seen.get(kind, 0) + 1
        name = kind if seen[kind] == 1 else f"{kind}#{seen[kind] - 1}"
        names.append(name)
        yield from _of_value(_part(name), f"/plugins/{index}", entry)
    yield Setting(key=ORDER, pointer="/plugins", value=" > ".join(names))


def _of_value(key: str, pointer: str, value: Any) -> Iterator[Setting]:
    members: Iterator[tuple[str, Any]]
    if isinstance(value, dict) and value:
        members = ((_part(name), member) for name, member in value.items())
    elif isinstance(value, list) and value:
        members = ((str(index), member) for index, member in enumerate(value))
    else:
        yield Setting(key=key, pointer=pointer, value=json.dumps(value, ensure_ascii=False))
        return
    for name, member in members:
        yield from _of_value(f"{key}/{name}", f"{pointer}/{name}", member)


def _part(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
