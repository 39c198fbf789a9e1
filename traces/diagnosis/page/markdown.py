"""The page of a chain in Markdown. Names out of the file stand in code, so that none of them can be markup."""

import re
from collections.abc import Iterator

from traces.diagnosis.needs import Need
from traces.diagnosis.page.chain_page import Page, Part
from traces.diagnosis.page.contributions import contribution
from traces.diagnosis.page.diagrams import add_diagram, del_diagram
from traces.timeline.measure import one_line

_LONGEST = 400


def page_markdown(page: Page, with_diagrams: bool = True) -> str:
    """The page, ended with a newline."""
    return "\n".join(_page(page, with_diagrams)) + "\n"


def _page(page: Page, with_diagrams: bool) -> Iterator[str]:
    network = page.network
    yield f"# Network {_code(network.name)}"
    yield from ("", *_facts(page))
    yield from ("", "## Links, in the order of ADD", "")
    yield from ("| link | plugin | role | capabilities | runs |", "| --- | --- | --- | --- | --- |")
    for part in page.parts:
        yield f"| {' | '.join(_row(part))} |"
    for part in page.parts:
        yield from ("", *_part(part))
    yield from (
        "",
        "## ADD",
        "",
        "First to last; each link gets the result of the one before it as prevResult, and the",
    )
    yield "last one's result is the chain's: nobody merges them."
    yield from _mermaid(add_diagram(page)) if with_diagrams else ()
    yield from ("", "## DEL", "", *_del_order(page))
    yield from _mermaid(del_diagram(page)) if with_diagrams else ()
    remarks = [*(f"{_code(each.kind)}: {_text(each.cause)}" for each in page.findings), *map(_text, page.undeclared)]
    if remarks:
        yield from ("", "## Remarks", "", *(f"- {each}" for each in remarks))


def _facts(page: Page) -> Iterator[str]:
    network = page.network
    if network.source:
        yield f"- file: {_code(network.source)}"
    yield f"- cniVersion: {_code(network.cni_version) if network.cni_version else 'not given, which counts as 0.1.0'}"
    yield f"- verbs: {', '.join(page.verbs)}"
    off = [name for name, is_off in (("CHECK", network.disable_check), ("GC", network.disable_gc)) if is_off]
    if off:
        yield f"- turned off: {', '.join(off)}"
    yield f"- chain: {' → '.join(_code(part.link.type) for part in page.parts)}"


def _row(part: Part) -> tuple[str, ...]:
    capabilities = ", ".join(map(_cell, part.link.capabilities)) or "none"
    runs = ", ".join(_cell(need.plugin) for need in part.delegates) or "none"
    return str(part.link.index), _cell(part.link.type), part.contributes.role, capabilities, runs


def _part(part: Part) -> Iterator[str]:
    known = part.contributes
    yield f"### {part.link.index}: {_code(part.link.type)}"
    yield ""
    yield f"- makes: {known.makes}"
    if known.needs:
        yield f"- needs: {known.needs}"
    if known.leaves:
        yield f"- leaves after DEL, by design: {known.leaves}"
    for need in part.delegates:
        yield f"- runs {_code(need.plugin)}{_through(need)}: {_delegated(need)}"
    for path in part.files:
        yield f"- file on the node: {_code(path)}"
    if part.link.capabilities:
        yield f"- takes from the runtime: {', '.join(map(_code, part.link.capabilities))}"


def _through(need: Need) -> str:
    return f" through {_code(need.through[-1])}" if len(need.through) > 1 else ""


def _delegated(need: Need) -> str:
    return contribution(need.plugin).makes


def _del_order(page: Page) -> Iterator[str]:
    order = " → ".join(_code(part.link.type) for part in page.on_del)
    yield f"Last to first: {order}."
    yield "Every link gets the cached result of ADD as prevResult (from cniVersion 0.4.0 on), not what it had at ADD."
    if len(page.parts) > 1:
        yield ""
        yield "DEL stops at the first link that fails; those before it are not called until the runtime tries again:"
        yield ""
        for part in page.on_del[:-1]:
            below = ", ".join(_code(other.link.type) for other in page.on_del if other.link.index < part.link.index)
            yield f"- {_code(part.link.type)} fails: {below} not called"


def _mermaid(diagram: str) -> Iterator[str]:
    yield from ("", "```mermaid", diagram.rstrip("\n"), "```")


def _cell(text: str) -> str:
    """Code in a table, where a bar begins a new cell unless it is escaped, also in code."""
    return _code(text).replace("|", "\\|")


def _code(text: str) -> str:
    line = one_line(text, _LONGEST).strip()
    longest = max(map(len, re.findall("`+", line)), default=0)
    fence = "`" * (longest + 1)
    space = " " if line.startswith("`") or line.endswith("`") or not line else ""
    return f"{fence}{space}{line}{space}{fence}"


def _text(text: str) -> str:
    """A sentence with names in it: what would be markup is written as what it is."""
    return re.sub(r"[\\`*_{}\[\]<>#|!@]", lambda found: f"&#{ord(found[0])};", one_line(text, _LONGEST))
