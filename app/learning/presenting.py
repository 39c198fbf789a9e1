"""A demonstration by prompts: the right answers are typed by themselves, and Enter goes on."""

from app.learning.learner import Ask
from app.learning.lesson_page import LessonPage
from app.learning.walk import Card, Walk
from traces.lessons.question import LETTERS


def answers_of(walk: Walk, page: LessonPage, ask: Ask) -> Ask:
    """Asks the one who presents to go on, and gives the right answer; at the end of the input it goes on by itself."""

    def answer() -> str | None:
        if ask() in ("q", "quit", "exit"):
            return None
        typed = right_answer(walk.card)
        page.line(f"[ {typed} ]")
        return typed

    return answer


def right_answer(card: Card | None) -> str:
    """What a learner who knows all would type."""
    if card is None:
        return ""
    if card.question is None:
        return "  ".join(card.task.solution) if card.task is not None else ""
    letters = [letter for letter, choice in zip(LETTERS, card.question.choices, strict=False) if choice.right]
    return " ".join(letters) if card.question.several else letters[0]
