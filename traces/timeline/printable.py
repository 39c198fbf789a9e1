"""Recorded text made safe to show: the one place where hostile bytes become harmless characters.

Everything recorded passes through here once on its way to a screen or to a terminal: a plugin's output may hold escape
sequences that write to the clipboard, bidirectional overrides that lie, bytes that are no text.
"""

import unicodedata

_PICTURES = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421}
_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def printable(text: str | bytes, *, lines: bool = False) -> str:
    """The text with every control, format and surrogate character made visible.

    C0 controls become their Unicode pictures (ESC is ␛), other unsafe characters ``<U+202E>``, bytes that are not UTF-8
    ``\\xff``. With ``lines`` newlines stay, and tabs become two spaces; otherwise both become pictures.
    """
    if isinstance(text, bytes):
        text = text.decode(errors="backslashreplace")
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible(char, lines) for char in text)


def _visible(char: str, lines: bool) -> str:
    if lines and char == "\n":
        return char
    if lines and char == "\t":
        return "  "
    code = ord(char)
    if code in _PICTURES:
        return chr(_PICTURES[code])
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if unicodedata.category(char) in _UNSAFE:
        return f"<U+{code:04X}>"
    return char
