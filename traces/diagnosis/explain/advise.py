"""Puts the names of a text into the words of its kind of fault, safely: a command may be pasted into a root shell."""

import re
from collections.abc import Mapping
from string import Formatter

from traces.diagnosis.explain.faults.fault import Fault, fault
from traces.diagnosis.explain.faults.table import FAULTS

_HARMLESS = re.compile(r"[A-Za-z0-9/][A-Za-z0-9@%+=:,._/-]{0,250}")
_FILESYSTEMS = {"1021994": "tmpfs", "ef53": "ext4", "58465342": "xfs", "794c7630": "overlayfs", "9fa0": "proc"}
"""By the magic number that statfs gives (linux/magic.h)."""
_MISSING = {
    "plugin": "the plugin",
    "network": "the network",
    "file": "the file",
    "dirs": "the plugin folders",
    "dir": "the configuration folder",
    "path": "the plugin's file",
    "range": "the range",
    "netns": "the path",
    "state": "its state file",
    "event": "a change",
    "filesystem": "another file system",
    "ifname": "the interface",
    "bridge": "the bridge",
    "address": "the address",
}
_PLACES = {"dirs": "/opt/cni/bin", "dir": "/etc/cni/net.d", "file": "/etc/cni/net.d/*", "namespace": "default"}
_UNNAMED = fault(
    "the text names no kind of fault that is known; its innermost words are the plugin's own", "cnistep doctor"
)


def fault_of(kind: str) -> Fault:
    """What is known of that kind."""
    return FAULTS.get(kind, _UNNAMED)


def in_words(form: str, facts: Mapping[str, str]) -> str:
    """The sentence with the text's names in it, and «the plugin» and the like where it names none."""
    return form.format_map(_Words(facts))


def as_command(form: str, facts: Mapping[str, str]) -> str:
    """The command with the text's names in it.

    What would need a name that the text lacks, or one that a shell could read otherwise, is left out; of a command that
    has nothing left `cnistep doctor` stands for it.
    """
    arguments = _arguments(facts)
    parts = [part.format_map(arguments) for part in form.split("; ") if _fields(part) <= arguments.keys()]
    return "; ".join(parts) or ("cnistep doctor" if form else "")


class _Words(dict[str, str]):
    def __missing__(self, name: str) -> str:
        if name == "filesystem" and "magic" in self:
            return _FILESYSTEMS.get(self["magic"].lower(), f"a file system {self['magic']}")
        return _MISSING.get(name, "…")


def _arguments(facts: Mapping[str, str]) -> Mapping[str, str]:
    plugin = facts.get("plugin", "")
    paths = {"plugin_path": f"/opt/cni/bin/{plugin}"} if plugin else {}
    return _PLACES | {name: value for name, value in {**facts, **paths}.items() if _is_harmless(value)}


def _fields(form: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(form) if name}


def _is_harmless(value: str) -> bool:
    return all(_HARMLESS.fullmatch(part) for part in value.split(" ")) and bool(value)
