"""ADD and DEL of a chain as sequence diagrams in Mermaid's language (mermaid.js.org/syntax/sequenceDiagram.html).

Whatever stands in the file is written with Mermaid's entity codes, so that no name can end a line or begin a statement.
"""

import re
from collections.abc import Iterator

from traces.diagnosis.page.chain_page import Page, Part
from traces.timeline.measure import one_line

_PLAIN = re.compile(r"[^A-Za-z0-9 .,_/+()\u00a0-\U0010ffff-]|\bend\b", re.IGNORECASE)
"""What means something to Mermaid: its punctuation, and the word that ends a block."""
_LONGEST = 60


def add_diagram(page: Page) -> str:
    """ADD: first to last, each fed with the result of the one before."""
    return _diagram(page, _adding(page))


def del_diagram(page: Page) -> str:
    """DEL: last to first, each fed with the cached result of ADD."""
    return _diagram(page, _deleting(page))


def _diagram(page: Page, statements: Iterator[str]) -> str:
    lines = ["sequenceDiagram", *(f"    {line}" for line in (*_participants(page), *statements))]
    return "\n".join(lines) + "\n"


def _participants(page: Page) -> Iterator[str]:
    yield "participant r as runtime"
    for part in page.parts:
        yield f"participant p{part.link.index} as {_safe(f'{part.link.index} {part.link.type}')}"
        for number, need in enumerate(part.delegates):
            yield f"participant {_delegate(part, number)} as {_safe(need.plugin)}"


def _adding(page: Page) -> Iterator[str]:
    for part in page.parts:
        index = part.link.index
        given = f"ADD, prevResult of link {index - 1}" if index else "ADD"
        yield f"r->>p{index}: {_safe(given)}"
        yield from _delegated(part, "ADD")
        yield f"p{index}-->>r: {'result' if index + 1 < len(page.parts) else 'result of the chain'}"
    if page.parts:
        yield "Note over r: the result is cached"


def _deleting(page: Page) -> Iterator[str]:
    given = "DEL, cached result" if "CHECK" in page.verbs or page.network.disable_check else "DEL, no prevResult"
    for part in page.on_del:
        yield f"r->>p{part.link.index}: {given}"
        yield from _delegated(part, "DEL")
        yield f"p{part.link.index}-->>r: nothing"
    if page.parts:
        yield "Note over r: the cache file is removed"


def _delegated(part: Part, verb: str) -> Iterator[str]:
    """What the link runs, each inside of the one that runs it."""
    answer = "result" if verb == "ADD" else "nothing"
    open_: list[tuple[int, str, str]] = []
    for number, need in enumerate(part.delegates):
        while open_ and open_[-1][0] >= len(need.through):
            yield _reply(*open_.pop()[1:], answer)
        caller = open_[-1][1] if open_ else f"p{part.link.index}"
        yield f"{caller}->>{_delegate(part, number)}: {verb}"
        open_.append((len(need.through), _delegate(part, number), caller))
    while open_:
        yield _reply(*open_.pop()[1:], answer)


def _reply(plugin: str, caller: str, answer: str) -> str:
    return f"{plugin}-->>{caller}: {answer}"


def _delegate(part: Part, number: int) -> str:
    return f"p{part.link.index}d{number}"


def _safe(text: str) -> str:
    line = one_line(text, _LONGEST)
    return _PLAIN.sub(lambda found: f"#{ord(found[0][0])};{found[0][1:]}", line).strip() or "#45;"
