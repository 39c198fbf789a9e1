"""The beginning of a payload that is too large to be laid out while the keys wait."""

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.hex_text import hex_page
from panels.render.json_layout import lay_out
from panels.render.json_text import JsonLines, is_binary
from panels.render.page import FOLD, Kind, Page, Span
from panels.render.raw_text import decode, raw_page
from traces.timeline.measure import size_text

LARGE = 250_000
"""Bytes that are laid out in less than a twentieth of a second."""
_SHOWN = 20_000
"""Bytes that are shown first: more than any screen has cells."""
_TOKENS = 600


def is_large(raw: bytes) -> bool:
    """Whether its beginning is shown first."""
    return len(raw) > LARGE


def beginning_page(raw: bytes, width: int, glyphs: Glyphs = UNICODE, *, fold: bool = True) -> Page:
    """What can be seen of it at first: laid out as JSON where it begins so, whatever comes later."""
    if is_binary(raw):
        return hex_page(raw[:_SHOWN], width)
    text = decode(raw[:_SHOWN])
    head = ((Span(f"{size_text(len(raw))}, being laid out: this is its beginning", Kind.NOTE),),)
    if text.lstrip()[:1] not in ("{", "["):
        return raw_page(text, fold=width - 2 if fold else FOLD, head=head, glyphs=glyphs)
    lines = JsonLines(lay_out(text, width, limit=_TOKENS).lines, width if fold else FOLD, glyphs)
    return Page(lines=lines, width=lines.longest, head=head)
