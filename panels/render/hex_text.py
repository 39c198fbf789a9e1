"""Bytes as a hex dump: offset, hexadecimal, text; each row made when it is asked for."""

from panels.render.page import Kind, LazyLines, Line, Page, Span, note

_OFFSET, _GAP = 8, 2


class HexLines(LazyLines):
    """The rows of a dump."""

    def __init__(self, raw: bytes, per_row: int) -> None:
        """Show so many bytes a row."""
        self._raw = raw
        self._per_row = per_row

    def __len__(self) -> int:
        return (len(self._raw) + self._per_row - 1) // self._per_row

    def line(self, index: int) -> Line:
        """One row."""
        start = index * self._per_row
        row = self._raw[start : start + self._per_row]
        digits = row.hex(" ").ljust(self._per_row * 3 - 1)
        text = "".join(chr(byte) if 0x20 <= byte < 0x7F else "." for byte in row)
        return (
            Span(f"{start:0{_OFFSET}x}", Kind.DIM),
            Span(" " * _GAP + digits + " " * _GAP, Kind.NUMBER),
            Span(text, Kind.STRING),
        )


def hex_page(raw: bytes, width: int) -> Page:
    """The bytes as a dump of 16 or 8 bytes a row, as fits into so many cells."""
    if not raw:
        return note("empty: 0 bytes")
    per_row = 16 if width >= row_width(16) else 8
    return Page(lines=HexLines(raw, per_row), width=row_width(per_row))


def row_width(per_row: int) -> int:
    """Cells of a row with so many bytes."""
    return _OFFSET + 2 * _GAP + per_row * 3 - 1 + per_row
