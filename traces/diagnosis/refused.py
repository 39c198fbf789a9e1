"""Configuration files that a runtime refuses: how much that matters, what is in them, and the words for it."""

from traces.cni.anyjson import any_object
from traces.diagnosis.configured import Loaded, chosen, loaded
from traces.diagnosis.facts import Node
from traces.model.finding import Evidence, Severity

LIST_FORMAT = "https://www.cni.dev/docs/spec/#configuration-format"
_JUST_NOW = 60.0
"""Seconds in which an installer may still be at work."""


def refused(node: Node) -> tuple[Loaded, ...]:
    """The files that can't be read as what their ending says, in the order of their names."""
    return tuple(each for each in loaded(node) if each.error is not None)


def is_mislabelled(each: Loaded) -> bool:
    """Whether another ending would do: a list that is called .conf, or a single plugin that is called .conflist."""
    document = any_object(each.config.content)
    is_list = isinstance(document.get("plugins"), list)
    if each.name.endswith(".conflist"):
        return not is_list and "plugins" not in document and isinstance(document.get("type"), str)
    return is_list and "type" not in document


def severity_of(node: Node, each: Loaded) -> Severity:
    """An error where the runtime is left without a network; a warning where it uses another file."""
    found = chosen(node)
    return Severity.WARNING if found.winner is not None and found.stopped_by is not each else Severity.ERROR


def consequence(node: Node, each: Loaded) -> str:
    """What it comes to, as the end of a sentence."""
    found = chosen(node)
    if found.stopped_by is not None and found.stopped_by.config == each.config:
        return "and containerd, which takes the first file, loads no network at all"
    if found.winner is not None:
        return f"and {node.runtime} uses {found.winner.name} in its place"
    return f"and {node.runtime} has no network"


def place(each: Loaded) -> Evidence:
    """The place in the file that the error is about, with the error in libcni's words."""
    error = each.error
    line = f":{error.line}:{error.column}" if error is not None and error.line else ""
    return Evidence(where=f"{each.config.path}{line}", quote=str(error))


def age(node: Node, each: Loaded) -> str:
    """How long ago it was changed, in words; empty where that is not known."""
    changed = each.config.changed
    if changed is None or not node.now or node.now < changed:
        return ""
    seconds = node.now - changed
    for unit, size in (("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2 * size:
            return f"changed {seconds / size:.0f} {unit} ago"
    return f"changed {seconds:.0f} seconds ago"


def is_fresh(node: Node, each: Loaded) -> bool:
    """Whether it was written a moment ago, so that its writer may not be done."""
    changed = each.config.changed
    return changed is not None and bool(node.now) and node.now - changed < _JUST_NOW
