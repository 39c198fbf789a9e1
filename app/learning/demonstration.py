"""A lesson as a demonstration: which key a learner who knows all would press next, and how long a page is read."""

from app.learning.walk import Card
from traces.lessons.question import LETTERS

_WORDS_A_SECOND = 3.0
_LEAST, _MOST = 2.5, 15.0
"""Seconds."""


def next_key(card: Card | None, *, is_over: bool, chosen: frozenset[str] = frozenset()) -> str:
    """The key, as Textual names it: a letter, or «enter», or «e» for a task."""
    if card is None or is_over:
        return "enter"
    if card.question is None:
        return "e"
    choices = zip(LETTERS, card.question.choices, strict=False)
    right = [letter for letter, choice in choices if choice.right]
    if not card.question.several:
        return right[0]
    return next((letter for letter in right if letter not in chosen), "enter")


def reading_seconds(text: str) -> float:
    """How long a page with that text is held, at pace 1."""
    return min(_MOST, max(_LEAST, len(text.split()) / _WORDS_A_SECOND))
