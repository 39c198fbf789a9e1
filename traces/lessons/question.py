"""A question as it is asked: made from a run, with the choices, which of them the run bears out, and the evidence."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from traces.lessons.runs import whose
from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.measure import one_line
from traces.timeline.words import end_words

LETTERS = "abcdefghijkl"
_QUOTED = 300
"""Characters of a payload that are quoted as evidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One answer that is offered."""

    text: str
    right: bool
    aliases: tuple[str, ...] = ()
    """What may be typed for it too."""
    alone: bool = False
    """Whether no other can be true beside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked at a step."""

    prompt: str
    choices: tuple[Choice, ...]
    evidence: tuple[str, ...]
    """Lines that show in the run what is so."""
    several: bool = False
    """Whether all that is right must be named, and nothing else; otherwise any one right choice will do."""

    @property
    def right(self) -> tuple[Choice, ...]:
        """The choices that the run bears out."""
        return tuple(choice for choice in self.choices if choice.right)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What an answer is worth."""

    right: bool
    said: str
    """The answer as it was understood."""
    why: str = ""
    """Of several, what is wrong with an answer that is right in part."""
    understood: bool = True
    """False where the answer is none of those that can be given."""


def shuffled(question: Question, seed: str) -> Question:
    """The choices in an order that the seed decides; where several are to be named, in their own."""
    if question.several:
        return question
    choices = list(question.choices)
    random.Random(seed).shuffle(choices)
    return replace(question, choices=tuple(choices))


def pick(right: Iterable[Choice], wrong: Sequence[Choice], most: int = 4) -> tuple[Choice, ...]:
    """The right choices with so many wrong ones that there are ``most``; the first wrong ones are the likeliest."""
    kept = {choice.text: choice for choice in right}
    for choice in wrong:
        if len(kept) >= most:
            break
        kept.setdefault(choice.text, choice)
    return tuple(kept.values())


def judge(question: Question, typed: str) -> Judged:
    """What was typed, held against the choices: letters, or a choice's own words."""
    chosen = _chosen(question, typed)
    if not chosen or None in chosen:
        return Judged(right=False, said=typed.strip(), understood=False)
    texts = {choice.text for choice in chosen if choice is not None}
    said = "; ".join(choice.text for choice in question.choices if choice.text in texts)
    if question.several:
        right = {choice.text for choice in question.right}
        return Judged(right=texts == right, said=said, why=_amiss(texts, right))
    if len(texts) != 1:
        return Judged(right=False, said=typed.strip(), understood=False)
    return Judged(right=all(choice.right for choice in chosen if choice is not None), said=said)


def _amiss(texts: set[str], right: set[str]) -> str:
    """How an answer that names several differs from the right one."""
    if texts == right or not texts & right:
        return ""
    missing, wrong = bool(right - texts), bool(texts - right)
    if missing and wrong:
        return "some of it is so, some is not, and something is missing"
    return "that is so, but it is not all" if missing else "some of it is so, but not all"


def _chosen(question: Question, typed: str) -> list[Choice | None]:
    whole = _named(question, typed)
    if whole is not None:
        return [whole]
    words = typed.replace(",", " ").split()
    if not question.several or not words:
        return [None]
    return [_named(question, word) for word in words]


def _named(question: Question, typed: str) -> Choice | None:
    wanted = _plain(typed)
    if len(wanted) == 1 and wanted in LETTERS[: len(question.choices)]:
        return question.choices[LETTERS.index(wanted)]
    for choice in question.choices:
        if wanted in map(_plain, (choice.text, *choice.aliases)):
            return choice
    return None


def _plain(text: str) -> str:
    return " ".join(text.strip().strip("\"'«».").casefold().split())


def call_line(trace: Trace, call: Call) -> str:
    """A call with the bytes that came out: what evidence quotes."""
    told = quoted(call.stdout) or "nothing"
    beside = f"; on stderr: {quoted(call.stderr)}" if call.stderr and not call.stdout else ""
    return f"{whose(trace, call)} ended with {end_words(call)} and answered {told}{beside}"


def quoted(raw: bytes | str) -> str:
    """The beginning of a payload as one harmless line, with three dots where it goes on."""
    told = one_line(raw, _QUOTED + 1)
    return told if len(told) <= _QUOTED else f"{told[:_QUOTED]} ..."
