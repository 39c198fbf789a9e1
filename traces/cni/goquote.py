"""Go's `%q`: text in double quotes with everything unprintable escaped (strconv/quote.go)."""

_NAMED = {7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r"}


def quote(value: str | bytes) -> str:
    """The text as `%q` prints it; a byte that is no UTF-8 becomes its \\x escape."""
    if isinstance(value, bytes):
        value = value.decode(errors="surrogateescape")
    return '"' + "".join(_rune(char, '"') for char in value) + '"'


def quote_rune(char: str) -> str:
    """One character as strconv.QuoteRune prints it, in single quotes."""
    return "'" + _rune(char, "'") + "'"


def _rune(char: str, mark: str) -> str:
    if char in (mark, "\\"):
        return "\\" + char
    if char.isprintable():
        return char
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code in _NAMED:
        return _NAMED[code]
    if code < 0x20 or code == 0x7F:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
