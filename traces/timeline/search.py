"""Searching everything that a trace's plugins were given and said, as a screen shows it.

A hit is counted in *ink*: characters that are no white space. A screen may lay out JSON anew and fold long lines, but
that only changes the space between the characters, so the ink of a hit is found again in whatever is shown.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.printable import printable
from traces.timeline.steps import Step, StepKind, steps

MOST = 5_000
"""Hits in a trace, after which it is not searched further."""
_CHUNK = 64 * 1024
"""Characters that are looked through at a time, so that other threads get their turn."""
_OVERLAP = 4 * 1024
"""Characters of white space that may lie within a hit."""
_SPACELESS = frozenset(':,{}[]"')
"""Beside these JSON may have space or none, whatever the screen shows."""
_BEFORE, _AROUND = 40, 160
"""Characters of a hit's own line that are told: so many before it, and in all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One place where the text was found."""

    step: int
    """The step on which it is seen."""
    plugin: str
    call: str | None = None
    """The call's id; None for a link that has none."""
    side: str
    """stdin, env, stdout or stderr; plugin, where its name is the hit, and error for what the verb ended with."""
    entry: int = 0
    """In an environment: which of its entries, in the order of `entries_in_order`."""
    ink: int = 0
    """How much ink stands before it, in the text or in the entry."""
    size: int = 0
    """How much ink it has."""
    line: str
    """What stands around it on its line: safe text."""


Wanted = re.Pattern[str]


def wanted(text: str) -> Wanted | None:
    """What to look for: a capital letter in it makes case matter. None where there is nothing to look for."""
    if not text.strip():
        return None
    parts = re.split(r"(\s+)", text.strip())
    spaces = enumerate(parts)
    pattern = "".join(_space(parts, place) if place % 2 else re.escape(part) for place, part in spaces)
    return re.compile(pattern, 0 if any(char.isupper() for char in text) else re.IGNORECASE)


def _space(parts: list[str], place: int) -> str:
    beside = {parts[place - 1][-1:], parts[place + 1][:1]}
    return r"\s*" if beside & _SPACELESS else r"\s+"


def entries_in_order(environment: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """An environment as it is shown: CNI's own entries by name, then the others as they came."""
    ours = (entry for entry in environment if entry.startswith(b"CNI_"))
    others = (entry for entry in environment if not entry.startswith(b"CNI_"))
    return (*sorted(ours, key=lambda entry: entry.partition(b"=")[0]), *others)


def ink(text: str) -> int:
    """How many characters are no white space."""
    return len("".join(text.split()))


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Searchable:
    """A trace whose texts are made once, however often they are searched."""

    trace: Trace
    _texts: dict[tuple[str, str], str] = field(default_factory=dict)

    def hits(self, pattern: Wanted, is_over: Callable[[], bool] = _never) -> Iterator[Hit]:
        """The hits in the order of the steps, MOST at most; it ends early when ``is_over`` says so."""
        calls = {call.id: call for call in self.trace.calls}
        count = 0
        for step in steps(self.trace):
            for hit in self._in_step(step, calls, pattern, is_over):
                yield hit
                count += 1
                if count == MOST:
                    return
            if is_over():
                return

    def _in_step(
        self, step: Step, calls: Mapping[str, Call], pattern: Wanted, is_over: Callable[[], bool]
    ) -> Iterator[Hit]:
        if not step.is_reply:
            yield from _told(step, "plugin", step.plugin, pattern)
        if step.kind in (StepKind.NOT_STARTED, StepKind.NOT_REACHED):
            if step.failed:
                yield from _told(step, "error", self.trace.error or "", pattern)
            return
        call = calls[step.call or ""]
        nothing = True
        for side in ("stdout", "stderr") if step.is_reply else ("stdin",):
            for hit in _found(step, side, self._text(call, side), pattern, is_over):
                yield hit
                nothing = False
        if step.failed and nothing:
            yield from _told(step, "error", self.trace.error or "", pattern)
        if not step.is_reply:
            for place, entry in enumerate(entries_in_order(call.environment)):
                yield from _found(step, "env", printable(entry), pattern, is_over, place)

    def _text(self, call: Call, side: str) -> str:
        key = (call.id, side)
        if key not in self._texts:
            content = {"stdin": call.stdin, "stdout": call.stdout, "stderr": call.stderr}[side]
            self._texts[key] = shown_text(content.decode(errors="surrogateescape"))
        return self._texts[key]


def shown_text(text: str) -> str:
    """A recorded text as it is shown, its newlines kept."""
    return "\n".join(
        "".join(printable(line[place : place + _CHUNK]) for place in range(0, len(line), _CHUNK))
        for line in text.split("\n")
    )


def _told(step: Step, side: str, text: str, pattern: Wanted) -> Iterator[Hit]:
    """A hit in what a step itself says: there is one, however often the text is in it."""
    safe = printable(text)
    if found := pattern.search(safe):
        yield Hit(step=step.index, plugin=step.plugin, call=step.call, side=side, line=_around(safe, found.start()))


def _found(
    step: Step, side: str, text: str, pattern: Wanted, is_over: Callable[[], bool], entry: int = 0
) -> Iterator[Hit]:
    counted, before = 0, 0
    for start, end in _places(text, pattern, is_over):
        before += ink(text[counted:start])
        counted = start
        yield Hit(
            step=step.index,
            plugin=step.plugin,
            call=step.call,
            side=side,
            entry=entry,
            ink=before,
            size=ink(text[start:end]),
            line=_around(text, start),
        )


def _places(text: str, pattern: Wanted, is_over: Callable[[], bool]) -> Iterator[tuple[int, int]]:
    place = 0
    for start in range(0, len(text), _CHUNK):
        if is_over():
            return
        stop = start + _CHUNK
        while place < stop and (found := pattern.search(text, max(place, start), stop + _OVERLAP)):
            if found.start() >= stop:
                break
            yield found.span()
            place = found.end()


def _around(text: str, start: int) -> str:
    """What stands around a place on its line."""
    begin = text.rfind("\n", max(0, start - _BEFORE), start) + 1 or max(0, start - _BEFORE)
    end = text.find("\n", start, begin + _AROUND)
    return text[begin : end if end >= 0 else begin + _AROUND].strip()
