r"""Takes quoting off texts: Go's %q and strconv.Quote, JSON strings, klog's key="…"; at any depth, cut off ones too.

A text that was quoted again and again has `\"`, then `\\\"`. What was copied from the middle of such a text has no
opening quote: its first quote mark is an escaped one, and the first bare one ends it.
"""

import re

_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|(.))", re.DOTALL)
_NAMED = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_QUOTE = re.compile(r'(?<!\\)((?:\\\\)*)(\\?)"')
_DEEPEST = 12
"""So often is quoting taken off a text; real ones are quoted four times at most."""


def unescaped(text: str) -> str:
    """The text with one level of backslash escapes undone, as strconv.Unquote and JSON do; an unknown one stays."""
    if "\\" not in text:
        return text
    plain = _ESCAPE.sub(_character, text)
    # JSON writes what is beyond 16 bits as two surrogates; bytes above 0x7f of a \x are UTF-8.
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if _has_surrogates(plain) else plain


def closing(text: str, start: int = 0) -> int:
    """Where the first bare quote mark is, from there on; -1 where the text was cut off before."""
    for found in _QUOTE.finditer(text, start):
        if not found[2]:
            return found.end() - 1
    return -1


def quoted(text: str) -> tuple[str, str]:
    """What the quotes hold that the text begins with, unescaped, and the rest behind them.

    The marks may be " or '. Within ' nothing is escaped, and the last mark is the end. A text that was cut off has no
    rest; a text that begins with no mark has nothing in quotes.
    """
    if text[:1] == "'":
        end = text.rfind("'", 1)
        return (text[1:end], text[end + 1 :]) if end > 0 else (text[1:], "")
    if text[:1] != '"':
        return "", text
    end = closing(text, 1)
    return (unescaped(text[1:end]), text[end + 1 :]) if end > 0 else (unescaped(text[1:]), "")


def bare(text: str) -> str:
    """The text without quotes around the whole, and without the escapes of a quoting that began before it."""
    for _ in range(_DEEPEST):
        text = text.strip()
        lower = _lower(text)
        if lower == text:
            break
        text = lower
    return text


def _lower(text: str) -> str:
    if text[:1] == '"':
        inside, rest = quoted(text)
        return inside if not rest.strip() else text
    first = _QUOTE.search(text)
    if first is None or not first[2]:
        return text
    end = closing(text)
    return unescaped(text if end < 0 else text[:end])


def _character(found: re.Match[str]) -> str:
    hexed = found[1] or found[2] or found[3]
    if hexed:
        code = int(hexed, 16)
        return chr(code) if code < 0x110000 else "\ufffd"
    if found[4]:
        return chr(int(found[4], 8) & 0xFF)
    char = found[5]
    if char in _NAMED:
        return _NAMED[char]
    return char if char in "\"'\\/`" else found[0]


def _has_surrogates(text: str) -> bool:
    return not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text)
