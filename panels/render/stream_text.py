"""What stands around a payload: notes on streams that were cut, stderr as text, argv."""

from dataclasses import replace
from functools import lru_cache

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.hex_text import hex_page
from panels.render.json_text import is_binary, payload_page
from panels.render.page import FOLD, Kind, Line, Page, Span, note, page, wrap
from panels.render.raw_text import decode, raw_page
from traces.model.call import Call, Outcome
from traces.timeline.measure import size_text
from traces.timeline.printable import printable


def stdin_page(call: Call, width: int, glyphs: Glyphs = UNICODE, *, fold: bool = True) -> Page:
    """What the plugin was given."""
    return _noted(call, "stdin", payload_page(call.stdin, width, glyphs, fold=fold))


def stdout_page(call: Call, width: int, glyphs: Glyphs = UNICODE, *, fold: bool = True) -> Page:
    """What the plugin answered."""
    if call.outcome is Outcome.RUNNING and not call.stdout:
        return note("running, no reply yet")
    if not call.stdout and call.verb in ("DEL", "CHECK", "GC", "STATUS") and not call.failed:
        return note(f"empty: 0 bytes, as {call.verb} is answered")
    return _noted(call, "stdout", payload_page(call.stdout, width, glyphs, fold=fold))


def stderr_page(call: Call, width: int, glyphs: Glyphs = UNICODE, *, fold: bool = True) -> Page:
    """What the plugin said besides."""
    if not call.stderr:
        return note("running, nothing said yet" if call.outcome is Outcome.RUNNING else "empty: 0 bytes")
    return _noted(call, "stderr", text_page(call.stderr, width, glyphs, fold=fold))


@lru_cache(maxsize=16)
def text_page(raw: bytes, width: int, glyphs: Glyphs = UNICODE, *, fold: bool = True) -> Page:
    """Lines of a log, folded at the view's width; hex where it is no text."""
    if is_binary(raw):
        return hex_page(raw, width)
    return raw_page(decode(raw.removesuffix(b"\n")), fold=width - 2 if fold else FOLD, glyphs=glyphs)


def hexed(call: Call, stream: str, width: int) -> Page:
    """A stream (stdin, stdout or stderr) as hex."""
    return _noted(call, stream, hex_page(getattr(call, stream), width))


def args_page(call: Call, width: int) -> Page:
    """The path and the arguments."""
    rows = [("path", printable(call.path or "not recorded"))]
    rows += [(f"argv[{index}]", printable(value)) for index, value in enumerate(call.argv)]
    lines: list[Line] = []
    for label, value in rows:
        pieces = list(wrap(value, width - 10))
        lines.append((Span(label.ljust(10), Kind.LABEL), Span(pieces[0], Kind.STRING)))
        lines += [(Span(" " * 10), Span(piece, Kind.STRING)) for piece in pieces[1:]]
    if not call.argv:
        lines.append((Span("argv was not recorded", Kind.NOTE),))
    return page(lines)


def _noted(call: Call, stream: str, shown: Page) -> Page:
    """The page, with a line on top where the recorder kept only the stream's beginning."""
    if stream not in call.truncated:
        return shown
    kept = size_text(len(getattr(call, stream)))
    said = f"cut short: the recorder kept only the first {kept} of {stream}"
    return replace(shown, head=((Span(said, Kind.WARNING),), *shown.head))
