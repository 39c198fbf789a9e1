"""What the palette holds, and what of it a typed text means: one list of all that can be done here."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget

from app.keys.key import Key, Section

QUIT_WORDS = ("q", "quit", "q!", "wq", "x", "exit")
"""What people type to leave."""
_MOST = 0.5
"""The part of a section's keys that a part of the screen must have for the section to be its own."""
_EXACT, _BEGIN, _WORD, _INSIDE = 4, 3, 2, 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing that can be done. All texts are safe texts."""

    title: str
    run: Callable[[], Awaitable[object]]
    keys: str = ""
    """Its keys as the user reads them."""
    aliases: tuple[str, ...] = ()
    """Texts that mean this and nothing else."""
    is_listed: bool = True
    """Whether it is shown before anything is typed."""


def found(entries: Sequence[Entry], typed: str) -> list[Entry]:
    """The entries that hold every word that was typed, those first that begin with it; all that are listed for none."""
    text = typed.strip().lower()
    if not text:
        return [entry for entry in entries if entry.is_listed]
    ranked = [(rank, entry) for entry in entries if (rank := _rank(entry, text))]
    return [entry for _, entry in sorted(ranked, key=lambda pair: -pair[0])]


def _rank(entry: Entry, text: str) -> int:
    """How well it meets the text; 0 where it does not."""
    title, words = entry.title.lower(), text.split()
    if text in entry.aliases or text == title:
        return _EXACT
    if not all(word in title or word in entry.keys.lower().split() for word in words):
        return 0
    if title.startswith(text):
        return _BEGIN
    return _WORD if f" {text}" in title else _INSIDE


def key_entries(node: DOMNode, keys: Iterable[Key]) -> Iterator[Entry]:
    """Entries that do what keys do, as if they were pressed in a part of the screen."""
    for key in keys:
        aliases = QUIT_WORDS if key.id == "quit" else ()
        yield Entry(title=key.help, run=_doing(node, key.action), keys=key.shown, aliases=(*aliases, key.id))


def merged(entries: Iterable[Entry]) -> list[Entry]:
    """The entries, those of the same title as one: its keys are those of all, and it does what the first does."""
    known: dict[str, Entry] = {}
    for entry in entries:
        before = known.get(entry.title)
        if before is not None:
            keys = "  ".join(filter(None, (before.keys, entry.keys)))
            entry = replace(before, keys=keys, aliases=(*before.aliases, *entry.aliases))
        known[entry.title] = entry
    return list(known.values())


def _doing(node: DOMNode, action: str) -> Callable[[], Awaitable[object]]:
    async def run() -> object:
        return await node.app.run_action(action, node)

    return run


def named_entries(what: str, names: Iterable[tuple[str, str]], take: Callable[[str], None]) -> Iterator[Entry]:
    """An entry for each title that does something with what stands beside it; they are found by typing."""
    for title, name in names:
        yield Entry(title=f"{what} {title}", run=_calling(take, name), aliases=(name.lower(),), is_listed=False)


def _calling(take: Callable[[str], None], name: str) -> Callable[[], Awaitable[object]]:
    async def run() -> None:
        take(name)

    return run


def section_here(focused: Widget | None, sections: Sequence[Section]) -> Section | None:
    """The keys of the part of the screen that has the focus, or None where it has none of its own."""
    ids = {binding_id for node in _part(focused) for binding_id in bound_ids(node)}
    shares = [(sum(key.id in ids for key in keys) / len(keys), (title, keys)) for title, keys in sections]
    share, section = max(shares, key=lambda share: share[0], default=(0, None))
    return section if share > _MOST else None


def panel_entries(focused: Widget | None, section: Section | None) -> Iterator[Entry]:
    """Entries for the keys of the part that has the focus, each done where it is bound."""
    for key in section[1] if section else ():
        node = next((node for node in _part(focused) if key.id in bound_ids(node)), None)
        if node is not None:
            yield from key_entries(node, (key,))


def _part(focused: Widget | None) -> Iterator[DOMNode]:
    """What has the focus and what is around it, without the screen."""
    for node in focused.ancestors_with_self if focused else ():
        if isinstance(node, Screen):
            return
        yield node


def bound_ids(node: DOMNode) -> set[str]:
    """The ids of a node's own bindings and those of its bases."""
    bindings = (binding for base in type(node).__mro__ for binding in base.__dict__.get("BINDINGS", ()))
    return {binding.id for binding in bindings if isinstance(binding, Binding) and binding.id}
