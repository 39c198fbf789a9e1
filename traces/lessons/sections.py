"""A lesson's Markdown in parts: what stands under «## step» is that step's, what stands before the first is the intro.

A line ``---`` in a step's part begins what is read after the right answer.
"""

from collections.abc import Iterator, Mapping

from traces.lessons.lesson import Text

INTRO, END = "", "end"
"""The parts that are no step's."""


def sections(markdown: str) -> Mapping[str, Text]:
    """The parts by the step that they belong to."""
    found: dict[str, Text] = {}
    name, lines = INTRO, list[str]()
    for line, is_heading in _lines(markdown):
        if is_heading:
            found[name] = _text(lines)
            name, lines = line.removeprefix("## ").strip(), []
        else:
            lines.append(line)
    found[name] = _text(lines)
    return found


def _lines(markdown: str) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it begins a part: in a block of code nothing does."""
    fenced = False
    for line in markdown.splitlines():
        fenced ^= line.startswith("```")
        yield line, line.startswith("## ") and not fenced


def _text(lines: list[str]) -> Text:
    cut = lines.index("---") if "---" in lines else len(lines)
    return Text(before="\n".join(lines[:cut]).strip(), after="\n".join(lines[cut + 1 :]).strip())
