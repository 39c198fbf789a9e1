"""A lesson's Markdown as lines of spans: paragraphs and lists wrapped, strong words and code in their colours.

What the text shows of a run is recorded, and hostile: it stands in the Markdown, but of Markdown no more than
**strong** and `code` is read, and neither does anything.
"""

import re
from collections.abc import Iterator, Sequence

from panels.render.json_text import highlight
from panels.render.page import Kind, Line, Span
from traces.lessons.plain_text import blocks, bulleted, code_rows, folded, items
from traces.timeline.fold import fold, most_cells
from traces.timeline.printable import printable

_MARKED = re.compile(r"\*\*(?P<strong>.+?)\*\*|`(?P<code>[^`]+)`")
_JSON = ("{", "[", "}", "]", '"')
"""What a line of JSON begins with."""
_INDENT = "  "


def lesson_lines(markdown: str, width: int) -> list[Line]:
    """The lines, none wider than so many cells; blocks of code are indented by two."""
    lines: list[Line] = []
    for kind, block in blocks(printable(markdown, lines=True)):
        if lines:
            lines.append(())
        if kind == "code":
            lines += [_code(part) for line in block for part in code_rows(line, width - len(_INDENT))]
        else:
            lines += [line for item in items(block) for line in _paragraph(item, width)]
    return lines


def spoken_lines(text: str, width: int, kind: Kind = Kind.TEXT) -> list[Line]:
    """A plain text, wrapped."""
    return [line for part in printable(text, lines=True).split("\n") for line in wrapped([(part, kind)], width)]


def evidence_lines(evidence: tuple[str, ...], width: int, bar: str) -> list[Line]:
    """What the run shows, with a bar before each line; from its first brace on a line is JSON."""
    return [(Span(bar, Kind.DIM), *row) for line in evidence for row in _evidence(printable(line), width - len(bar))]


def _evidence(line: str, width: int) -> Iterator[Line]:
    is_json = False
    for part in code_rows(line, width) if line.startswith(" ") else folded(line, width):
        cut = 0 if is_json else part.find('{"')
        is_json = cut >= 0
        before = part if cut < 0 else part[:cut]
        yield (*((Span(before),) if before else ()), *(highlight(part[cut:]) if is_json else ()))


def _code(part: str) -> Line:
    told = highlight(part) if part.lstrip().startswith(_JSON) else (Span(part),)
    return (Span(_INDENT), *told)


def _paragraph(item: str, width: int) -> Iterator[Line]:
    mark, text = bulleted(item)
    return wrapped(list(_styled(text)), width, mark)


def _styled(text: str) -> Iterator[tuple[str, Kind]]:
    """The text in pieces, each with its kind."""
    end = 0
    for found in _MARKED.finditer(text):
        yield text[end : found.start()], Kind.TEXT
        yield (found["strong"], Kind.HEADING) if found["strong"] else (found["code"], Kind.KEY)
        end = found.end()
    yield text[end:], Kind.TEXT


def wrapped(pieces: Sequence[tuple[str, Kind]], width: int, mark: str = "") -> Iterator[Line]:
    """Pieces in lines of so many cells at most, broken behind spaces; further lines are indented by the mark."""
    hang = len(mark)
    line, used = [Span(mark, Kind.DIM)], hang
    for word in _words(pieces, width - hang):
        if used + _most(word) > width and used > hang:
            yield _tidy(line)
            line, used = [Span(" " * hang)], hang
        line += word
        used += _most(word) + word[-1].text.endswith(" ")
    yield _tidy(line)


def _words(pieces: Sequence[tuple[str, Kind]], width: int) -> Iterator[list[Span]]:
    """Words with the spaces behind them; one may have parts of several kinds, and none is wider than the line."""
    word: list[Span] = []
    for text, kind in pieces:
        for found in re.findall(r"\S+|\s+", text):
            for part in [found[a:b] for a, b in fold(found, width)] if found.strip() else [" "]:
                if word and (word[-1].text.endswith(" ") or _most([*word, Span(part)]) > width):
                    yield word
                    word = []
                word.append(Span(part, kind))
    if word:
        yield word


def _most(word: Sequence[Span]) -> int:
    """The most cells that a word takes, without the space behind it."""
    return sum(most_cells(char) for char in "".join(span.text for span in word).rstrip(" "))


def _tidy(line: list[Span]) -> Line:
    """Without the spaces at its end; spans of one kind in one."""
    joined: list[Span] = []
    for span in line:
        if joined and joined[-1].kind == span.kind:
            joined[-1] = Span(joined[-1].text + span.text, span.kind)
        elif span.text:
            joined.append(span)
    while joined and not joined[-1].text.strip():
        joined.pop()
    if joined:
        joined[-1] = Span(joined[-1].text.rstrip(), joined[-1].kind)
    return tuple(joined)
