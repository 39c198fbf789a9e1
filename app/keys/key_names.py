"""The names of keys: as a person writes them, as Textual names them, and which ones a terminal cannot tell apart."""

import re
import unicodedata
from itertools import chain, product

_EDITING = ("backspace", "delete", "enter", "escape", "insert", "space", "tab")
_MOVING = ("down", "end", "home", "left", "pagedown", "pageup", "right", "up")
_NAMED = frozenset((*_EDITING, *_MOVING, *(f"f{number}" for number in range(1, 25))))
_OTHERWISE = {
    "solidus": "slash",
    "reverse_solidus": "backslash",
    "commercial_at": "at",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "low_line": "underscore",
}
"""Characters that Textual names otherwise than Unicode does (textual/keys.py, KEY_NAME_REPLACEMENTS)."""
_SHORT = {"esc": "escape", "pgup": "pageup", "pgdn": "pagedown", "del": "delete", "ins": "insert", "return": "enter"}
_SHOWN = {"escape": "esc", "pageup": "pgup", "pagedown": "pgdn"}
_SAME = {"ctrl+h": "backspace", "ctrl+i": "tab", "ctrl+j": "enter", "ctrl+m": "enter"}
"""What a terminal sends the same bytes for."""
_MOST_WORDS = 9
"""Words of a character's name, of which nobody can tell whether blanks or hyphens stood between them."""
_MODIFIERS = re.compile(r"((?:(?:ctrl|alt|shift|super|hyper|meta)\+)*)(.+)", re.DOTALL)


class KeyNameError(ValueError):
    """The text names no key that a terminal can send; the message says why, and what to write."""


def key_name(text: str) -> str:
    """The key as Textual names it: «?» is question_mark, «Ctrl+K» ctrl+k. Raises KeyNameError."""
    found = _MODIFIERS.fullmatch(text if len(text) == 1 else _lowered(text))
    modifiers, base = (found[1], found[2]) if found else ("", "")
    name = _base_name(_SHORT.get(base, base))
    if not name:
        raise KeyNameError(f"«{text}» is no key: write one character, a name like f5 or escape, or ctrl+k")
    if modifiers == "shift+" and len(name) == 1 and name.isalpha():
        return name.upper()
    whole = modifiers + (name.lower() if "ctrl+" in modifiers else name)
    if whole in _SAME:
        raise KeyNameError(f"a terminal sends {_SAME[whole]} for «{text}»: choose another")
    return whole


def key_names(text: str) -> str:
    """Keys with commas between, as Textual has them; a comma alone is the comma key. Raises KeyNameError."""
    parts = [text] if text == "," else [part.strip() for part in text.split(",")]
    return ",".join(key_name(part) for part in parts)


def shown_keys(names: str) -> str:
    """Keys as Textual names them, for the reader: «?  f1»."""
    return "  ".join(_shown(name) for name in names.split(","))


def _lowered(text: str) -> str:
    """The text in lower case, but for a single letter behind modifiers."""
    head, plus, last = text.rpartition("+")
    return head.lower() + plus + (last if len(last) == 1 and head else last.lower())


def _base_name(base: str) -> str:
    """The name of a key without modifiers; empty where there is none."""
    if base in _NAMED:
        return base
    if len(base) == 1:
        return base if base.isalnum() else _character_name(base)
    return base if _character(base) else ""


def _character_name(char: str) -> str:
    if not char.isprintable() or char == " ":
        return "space" if char == " " else ""
    name = unicodedata.name(char, "").lower().replace("-", "_").replace(" ", "_")
    return _OTHERWISE.get(name, name)


def _character(name: str) -> str:
    """The character of that name; empty where there is none."""
    if name in _ASCII:
        return _ASCII[name]
    words = name.split("_")
    if len(words) > _MOST_WORDS:
        return ""
    for between in product(" -", repeat=len(words) - 1):
        try:
            return unicodedata.lookup("".join(chain(*zip(words, (*between, ""), strict=True))))
        except KeyError:
            continue
    return ""


_ASCII = {_character_name(char): char for char in map(chr, range(0x21, 0x7F)) if not char.isalnum()}


def _shown(name: str) -> str:
    found = _MODIFIERS.fullmatch(name)
    modifiers, base = (found[1], found[2]) if found else ("", name)
    shown = base if base in _NAMED or len(base) == 1 else _character(base) or base
    return modifiers + _SHOWN.get(shown, shown)
