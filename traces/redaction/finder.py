"""Finds the secrets of one text, in whatever is packed into it: JSON, JSON in strings of JSON, base64 of either."""

import base64
import binascii
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from traces.redaction.jsonish import Slot, decoded, escaped, regions
from traces.redaction.names import CERTIFICATE, PRIVATE_KEY, is_open
from traces.redaction.secrets import PLACEHOLDER, Secrets
from traces.redaction.shapes import assigned, shapes
from traces.redaction.suspicion import BIG, Known, Skipper, Suspicions

_DEEPEST = 8
"""Texts inside of texts that are looked into; below it a text is plain."""
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{24,}={0,2}")
_PACKED = re.compile(r"\s*[\[{]|-----BEGIN |\s*apiVersion:|.*\w[=:]", re.DOTALL)
_SCHEME = re.compile(r"\s*(?:(?:bearer|basic|digest|token|negotiate)\s+)?(.*?)\s*\Z", re.DOTALL | re.IGNORECASE)
_SHORTEST_NUMBER = 4
_QUIET = re.compile(r"[^=: {\[\"-]{0,13}")
"""Too short for any secret's shape, without a word that could name one."""
_APART = "\n\n"
"""Between windows of a text that are looked at together."""
_REMEMBERED = 64
"""Characters of a string up to which its edits are kept: in a big payload the short ones repeat."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A part of a text that is to be replaced."""

    start: int
    end: int
    new: str


class Finder:
    """Names every secret that it finds; at the second look it finds those of the first again, wherever they stand."""

    def __init__(self, secrets: Secrets, *, is_first_look: bool) -> None:
        self._secrets = secrets
        self._is_first_look = is_first_look
        self._known = None if is_first_look else secrets.pattern()
        self._known_places = Known(*self._known) if self._known else None
        self._short: dict[tuple[str, str | None, bool, int], list[Edit]] = {}

    def redacted(self, text: str, kind: str | None = None) -> str:
        """The text with placeholders; `kind` says that all of it is a secret."""
        return _applied(text, self._edits(text, kind, 0))

    def _edits(self, text: str, kind: str | None, depth: int) -> list[Edit]:
        """The edits of a text, in their order, none inside of another."""
        if self._is_first_look:
            self._secrets.reserve(text)
        whole = self._whole(text, kind) if kind else []
        if not whole and _QUIET.fullmatch(text) and not (self._known and self._known[0].search(text)):
            return []
        return _outermost([*whole, *self._inside(text, depth)])

    def _whole(self, text: str, kind: str) -> list[Edit]:
        """The edit of a value that its name calls a secret; words about it stay: «Bearer»."""
        found = _SCHEME.match(text)
        start, end = found.span(1) if found else (0, len(text))
        secret = text[start:end]
        return [] if is_open(secret, kind) else [Edit(start, end, self._secrets.name(secret, kind))]

    def _inside(self, text: str, depth: int) -> Iterator[Edit]:
        suspicions = Suspicions(text, self._known_places, self._secrets.suspicions) if len(text) >= BIG else None
        skipper = Skipper(text, suspicions) if suspicions is not None else None
        at, is_around = 0, False
        for region in regions(text, suspicions, skipper) if depth < _DEEPEST else ():
            yield from self._between(text, at, region.start, depth, suspicions)
            for slot in region.slots:
                yield from self._slot(text, slot, depth)
            is_around = is_around or not (at == region.start or text[at : region.start].isspace())
            at = region.end
        yield from self._between(text, at, len(text), depth, suspicions)
        is_around = is_around or not (at == len(text) or text[at:].isspace())
        if skipper is not None and self._is_first_look:
            for name in skipper.names:
                self._secrets.keep_open(name)
        if is_around and at and (suspicions is None or suspicions.holds_known):
            yield from self._across(text)

    def _between(self, text: str, start: int, end: int, depth: int, suspicions: Suspicions | None) -> Iterator[Edit]:
        """The edits of a part that is no JSON; with suspicions only around them."""
        windows = [(start, end)] if suspicions is None else list(suspicions.windows(start, end))
        parts = [text[first:last] for first, last in windows]
        begins = [0, *accumulate(len(part) + len(_APART) for part in parts)]
        # In one go, so that secrets are named in the order in which they would be without windows.
        for edit in self._plain(_APART.join(parts), depth):
            window = bisect_right(begins, edit.start) - 1
            moved = windows[window][0] - begins[window]
            yield Edit(edit.start + moved, edit.end + moved, edit.new)

    def _across(self, text: str) -> Iterator[Edit]:
        """The known secrets of a text that only holds some JSON: one with a quote in it may begin outside of that."""
        if self._known is not None:
            for found in self._known[0].finditer(text):
                yield Edit(*found.span(), self._known[1][found[0]])

    def _slot(self, text: str, slot: Slot, depth: int) -> Iterator[Edit]:
        raw = text[slot.start : slot.end]
        if not slot.is_string:
            yield from self._number(raw, slot)
            return
        key = (raw, slot.kind, slot.is_name, depth)
        edits = self._short.get(key)
        if edits is None:
            edits = self._string(raw, slot, depth)
            if len(raw) <= _REMEMBERED:
                self._short[key] = edits
        for edit in edits:
            yield Edit(slot.start + edit.start, slot.start + edit.end, edit.new)

    def _string(self, raw: str, slot: Slot, depth: int) -> list[Edit]:
        """The edits of a string as it is written."""
        content = decoded(raw)
        if slot.is_name and self._is_first_look:
            self._secrets.keep_open(content.text)
        return [
            Edit(content.place(edit.start), content.place(edit.end), escaped(edit.new))
            for edit in self._edits(content.text, slot.kind, depth + 1)
        ]

    def _number(self, raw: str, slot: Slot) -> Iterator[Edit]:
        if slot.kind and len(raw) >= _SHORTEST_NUMBER and (slot.kind != "token" or len(raw) > _SHORTEST_NUMBER):
            yield Edit(slot.start, slot.end, f'"{self._secrets.name(raw, slot.kind)}"')
        elif self._known is not None and raw in self._known[1]:
            yield Edit(slot.start, slot.end, f'"{self._known[1][raw]}"')

    def _plain(self, text: str, depth: int) -> Iterator[Edit]:
        """The edits of a text that is no JSON."""
        if not text:
            return
        there = [found.span() for found in PLACEHOLDER.finditer(text)] if "<redacted:" in text else []
        for start, end, new in self._replacements(text, depth):
            if not any(first <= start < last for first, last in there):
                name = new()
                yield from [Edit(start, end, name)] if name else []

    def _replacements(self, text: str, depth: int) -> Iterator[tuple[int, int, Callable[[], str]]]:
        """Where something is to be replaced, and what gives it its name, or an empty text where it can stay."""
        if self._known is not None:
            pattern, names = self._known
            for found in pattern.finditer(text):
                yield (*found.span(), partial(names.__getitem__, found[0]))
        for span in (*shapes(text), *assigned(text)):
            yield span.start, span.end, partial(self._secrets.name, text[span.start : span.end], span.kind)
        for found in _BASE64.finditer(text) if depth < _DEEPEST else ():
            yield (*found.span(), partial(self._packed, found[0], depth))

    def _packed(self, blob: str, depth: int) -> str:
        """What is to stand instead of a text in base64; nothing where no part of it is secret."""
        try:
            text = base64.b64decode(blob, validate=True).decode()
        except (binascii.Error, ValueError):
            return ""
        if not _PACKED.match(text):
            return ""
        if text.startswith("-----BEGIN "):
            return self._secrets.name(blob, PRIVATE_KEY if "PRIVATE" in text[:60] else CERTIFICATE)
        edits = self._edits(text, None, depth + 1)
        return base64.b64encode(_applied(text, edits).encode()).decode() if edits else ""


def _outermost(edits: Sequence[Edit]) -> list[Edit]:
    """The edits without those inside of others; of two that overlap one is made, by the name of the first."""
    kept: list[Edit] = []
    for edit in sorted(edits, key=lambda each: (each.start, -each.end)):
        last = kept[-1] if kept else None
        if last is None or edit.start >= last.end:
            kept.append(edit)
        elif edit.end > last.end:
            kept[-1] = Edit(last.start, edit.end, last.new)
    return kept


def _applied(text: str, edits: Sequence[Edit]) -> str:
    if not edits:
        return text
    parts, at = [], 0
    for edit in edits:
        parts += [text[at : edit.start], edit.new]
        at = edit.end
    return "".join([*parts, text[at:]])
