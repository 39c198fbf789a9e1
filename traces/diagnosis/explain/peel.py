"""Peels a text from the outside in: each layer with what it added, down to the innermost word."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from traces.diagnosis.explain.layers.table import LEAVES, WRAPPERS
from traces.diagnosis.explain.template import Template
from traces.diagnosis.explain.unquote import bare, quoted

_DEEPEST = 24
_LONGEST = 32_768
"""Characters of a text that are looked at."""
_HEADER_OF_MULTUS = re.compile(r"\[[\w.-]+/[^\]\s]*\]:")
_BLANKS = re.compile(r"[ \t]{3,}")
"""Columns of a table, or somebody's joke; two blanks can be an empty field between them."""
_REQUEST = re.compile(r"&\{.*\}", re.DOTALL)
"""A whole request of a runtime, as Go prints a structure."""
_JOINED = re.compile(r"(?:failed to (?:GC plugin|delete stale|generate conf)|\d+ errors? occurred:)")
_LINES = re.compile(r"\n\s*(?:\*\s+)?")
_ITEMS = re.compile(
    r",\s+(?=failed to |[Ee]rror |plugin |decoding version)"
    r'|(?<=["\]])\s+(?=plugin \S+ does not support|failed to find plugin|decoding version)'
)
"""Where one error of a list ends: with a comma, as kubelet prints them; with a blank alone, as fmt.Print does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Peeled:
    """One error of a text: its layers, the outermost first, and the innermost word."""

    wrappers: tuple[tuple[Template, str], ...] = ()
    """Each with what it added, as it stands there; the nested error is «…»."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """The fields of all layers; of a name that comes twice the innermost."""
    plugins: tuple[str, ...] = ()
    """The plugin types that the layers name, the outermost first."""
    unknown: tuple[tuple[int, str], ...] = ()
    """What stood before a layer and no template knows, each with how many layers are outside of it."""
    leaf: Template | None = None
    text: str = ""
    """The innermost error, unescaped."""
    core: str = ""
    """The text that is within kubelet's, the runtime's and Multus's words, and the link's name."""

    @property
    def message(self) -> str:
        """The innermost error with the words of libcni and the plugin around it."""
        return self.core or self.text

    @property
    def is_known(self) -> bool:
        """Whether anything in it was recognised."""
        return self.leaf is not None or bool(self.wrappers)

    def around(self, template: Template, added: str, facts: Mapping[str, str]) -> "Peeled":
        """The same with one more layer inside."""
        plugin = facts.get("type", "")
        return replace(
            self,
            wrappers=(*self.wrappers, (template, added)),
            core="" if template.is_envelope else self.core,
            facts=_outermost_network(facts) | {**self.facts, **_of_one_plugin(facts), **facts},
            plugins=(*self.plugins, plugin) if plugin and plugin not in self.plugins[-1:] else self.plugins,
        )


def peel(text: str) -> tuple[Peeled, ...]:
    """The errors of a text, each peeled; none where no template knows anything of it."""
    text = _BLANKS.sub("  ", text[:_LONGEST])
    return tuple(peeled for peeled in _peel(text, Peeled(), 0) if peeled.is_known)


def begins_a_text(text: str) -> bool:
    """Whether words of a template are right at its beginning."""
    return _is_known_at(text, 0)


def _peel(text: str, outside: Peeled, depth: int) -> Iterator[Peeled]:
    text = bare(text)
    parts = _several(text)
    if len(parts) > 1 and depth < _DEEPEST:
        for part in parts:
            yield from _peel(part, outside, depth + 1)
        return
    found = _first_wrapper(text)
    if found is None or depth >= _DEEPEST:
        yield _ended(text, outside)
        return
    template, match = found
    leaf = _leaf_instead(text, match)
    if leaf:
        yield _with_leaf(text, outside, *leaf)
        return
    before = text[: match.start()]
    told = _last_leaf(before)
    if told:
        yield _with_leaf(before, outside, *told)
    elif re.search(r"\w", before):
        known = _REQUEST.sub("&{…}", before).strip(" :[")
        outside = replace(outside, unknown=(*outside.unknown, (len(outside.wrappers), known)))
    yield from _inside(text, template, match, outside, depth)


def _inside(text: str, template: Template, match: re.Match[str], outside: Peeled, depth: int) -> Iterator[Peeled]:
    facts = {name: value for name, value in match.groupdict().items() if value and name != "inner"}
    if template.opens:
        inner, tail = quoted(text[match.end() :])
        if inner == "" and tail[:1] not in (":", ""):
            inner, tail = tail, ""
        added = f"{match[0]}…{tail}"
    else:
        inner, tail = match["inner"], text[match.end() :]
        added = f"{text[match.start() : match.start('inner')]}…{text[match.end('inner') : match.end()]}"
    if not template.is_envelope and not outside.core:
        outside = replace(outside, core=_tidy(text[match.start() :]))
    outside = outside.around(template, added.strip(), facts)
    ended = _last_leaf(tail) if template.opens else None
    if ended and ended[0].ended:
        outside = replace(outside, facts={**outside.facts, **_facts(ended[1]), "ended": ended[0].ended})
    yield from _peel(inner, outside, depth + 1)


def _ended(text: str, outside: Peeled) -> Peeled:
    found = _last_leaf(text)
    return _with_leaf(text, outside, *found) if found else replace(outside, text=_tidy(text))


def _with_leaf(text: str, outside: Peeled, leaf: Template, match: re.Match[str]) -> Peeled:
    facts = _facts(match)
    plugin = facts.get("type", "")
    plugins = (*outside.plugins, plugin) if plugin and plugin not in outside.plugins[-1:] else outside.plugins
    return replace(outside, leaf=leaf, facts={**outside.facts, **facts}, plugins=plugins, text=_tidy(text))


def _outermost_network(facts: Mapping[str, str]) -> dict[str, str]:
    """The network that a runtime runs, as the field «run»: what is inside of it may be Multus's own."""
    return {"run": facts["network"]} if facts.get("network") else {}


def _of_one_plugin(facts: Mapping[str, str]) -> dict[str, str]:
    """What an outer plugin's line told is not told of the plugin that this one names."""
    return {"entry": ""} if facts.get("type") else {}


def _facts(match: re.Match[str]) -> Mapping[str, str]:
    return {name: value for name, value in match.groupdict().items() if value}


def _first_wrapper(text: str) -> tuple[Template, re.Match[str]] | None:
    """The layer that begins first; of several that begin there the one that says the most."""
    best: tuple[tuple[int, int], Template, re.Match[str]] | None = None
    for template in WRAPPERS:
        match = template.pattern.search(text)
        if match:
            inside = match.end() if template.opens else match.start("inner")
            rank = (match.start(), -inside)
            if best is None or rank < best[0]:
                best = (rank, template, match)
    return (best[1], best[2]) if best else None


def _leaf_instead(text: str, outer: re.Match[str]) -> tuple[Template, re.Match[str]] | None:
    """An innermost word that begins where the layer does, and says more than it."""
    inside = outer.start("inner") if "inner" in outer.re.groupindex else outer.end()
    for leaf in LEAVES:
        match = leaf.pattern.match(text, outer.start())
        if match and match.end() >= inside:
            return leaf, match
    return None


def _last_leaf(text: str) -> tuple[Template, re.Match[str]] | None:
    """The innermost word: of all that are there the one that begins last, and there the longest.

    What only follows from another fault gives way to that.
    """
    best: tuple[tuple[bool, int, int], Template, re.Match[str]] | None = None
    for leaf in LEAVES:
        match = leaf.pattern.search(text)
        if match:
            rank = (not leaf.follows, match.start(), match.end() - match.start())
            if best is None or rank > best[0]:
                best = (rank, leaf, match)
    return (best[1], best[2]) if best else None


def _several(text: str) -> list[str]:
    """The errors of a list: «[E1, E2]» and «[E1 E2]» as Go prints them, or errors that were joined line by line."""
    if _JOINED.match(text):
        return [
            part for part in _LINES.split(text) if part.strip() and not re.fullmatch(r"\d+ errors? occurred:", part)
        ]
    if not text.startswith("[") or _HEADER_OF_MULTUS.match(text):
        return [text]
    parts: list[str] = []
    start = 1
    for split in _ITEMS.finditer(text):
        if _is_known_at(text, split.end()):
            parts.append(text[start : split.start()])
            start = split.end()
    last = text[start:]
    if last.count("]") > last.count("["):
        last = last[: last.rindex("]")]
    return [*parts, last] if parts else [text]


def _is_known_at(text: str, place: int) -> bool:
    return any(template.pattern.match(text, place) for template in (*WRAPPERS, *LEAVES))


def _tidy(text: str) -> str:
    """Without a bracket that only belonged to a list around it."""
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1]
    elif text.endswith("]") and text.count("]") > text.count("["):
        text = text[:-1]
    return text.strip(" ;,")
