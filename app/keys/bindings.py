"""Keys of the table as Textual binds them."""

from collections.abc import Iterable

from textual.binding import Binding, BindingType

from app.keys.key import Key


def bindings(keys: Iterable[Key]) -> list[BindingType]:
    """The bindings of those keys; none for an action that only the palette has."""
    return [_binding(key) for key in keys if key.keys]


def _binding(key: Key) -> Binding:
    return Binding(key.keys, key.action, key.help, show=False, id=key.id, tooltip=key.help, priority=key.priority)
