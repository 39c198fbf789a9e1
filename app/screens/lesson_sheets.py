"""The pages of a lesson: the text of a card, what was said of each answer, what the run shows, what is read then."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from app.learning.learner import notices
from app.learning.lesson_page import verdict
from app.learning.quizzing import QuizWalk
from app.learning.walk import Card, Hint, LessonWalk
from panels.render.glyphs import Glyphs
from panels.render.lesson_text import evidence_lines, lesson_lines, spoken_lines
from panels.render.page import Kind, Line, Page, page, plain
from traces.lessons.question import Judged, Question
from traces.lessons.runs import Runs
from traces.lessons.shows import filled
from traces.lessons.tasks import Attempt
from traces.timeline.printable import printable

_WIDEST = 96
"""Longer lines of prose are hard to read."""
Part = Callable[[int], Sequence[Line]]
"""Lines for a width."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A page that grows."""

    parts: tuple[Part, ...] = ()
    focus: int | None = None
    """The part that is to be brought into view."""

    def page(self, width: int) -> Page:
        """All parts below one another, an empty row between two."""
        lines: list[Line] = []
        focus = None
        for place, part in enumerate(self.parts):
            made = part(min(width, _WIDEST))
            if lines and made:
                lines.append(())
            focus = len(lines) if place == self.focus else focus
            lines += made
        return page(lines, focus=focus)

    def with_parts(self, *parts: Part) -> "Sheet":
        """With more below, the first of which is brought into view."""
        return replace(self, parts=(*self.parts, *parts), focus=len(self.parts))

    @property
    def text(self) -> str:
        """All that is to be read."""
        return "\n".join(plain(line) for line in self.page(_WIDEST).lines)


class Writer:
    """Writes sheets with the signs of a terminal."""

    def __init__(self, glyphs: Glyphs) -> None:
        """Signs and bars are taken from there."""
        self._glyphs = glyphs
        self._bar = "| " if glyphs.ascii_only else "│ "
        self._last_said = 1
        """How many parts were said last."""

    def title(self, walk: LessonWalk) -> Sheet:
        """The first page of a lesson."""
        lesson = walk.lesson
        parts = [_spoken(f"Goal: {lesson.goal}", Kind.LABEL)]
        told = notices(walk)
        if told:
            parts.append(_spoken("\n".join(told), Kind.NOTE))
        return Sheet(parts=(*parts, self.text(lesson.intro, walk.runs())))

    def closing(self, walk: LessonWalk, following: str) -> Sheet:
        """The last page; ``following`` says what Enter does."""
        missing = f" {walk.left_out} of its steps were left out." if walk.left_out else ""
        over = f"This was the lesson «{walk.lesson.title}».{missing}"
        parts = (
            self.text(walk.lesson.closing, walk.runs()),
            _spoken(over, Kind.HEADING),
            _spoken(following, Kind.NOTE),
        )
        return Sheet(parts=parts)

    def score(self, walk: QuizWalk, again: str) -> Sheet:
        """The end of a quiz."""
        return Sheet(
            parts=(_spoken(f"{walk.right} of {walk.answered} right.", Kind.HEADING), _spoken(again, Kind.NOTE))
        )

    def card(self, card: Card) -> Sheet:
        """What is read before a question, or a task."""
        chain = [self.text(f"{{{{chain {card.step.run}}}}}", card.runs)] if card.shows_chain else []
        text = [self.text(card.step.text.before, card.runs)] if card.step.text.before else []
        return Sheet(parts=(*chain, *text))

    def over(self, card: Card, said: Sequence[Part]) -> Sheet:
        """A card that one is through with: what was asked, what was said of the answers, what is read then.

        The last that was said comes into view; the run itself is beside it.
        """
        prompt = (
            card.question.prompt if card.question is not None else card.task.prompt if card.task is not None else ""
        )
        read = _without_sequence(card.step.text.after, card.step.run)
        after = [self.text(read, card.runs)] if read else []
        parts = (*self.card(card).parts, _spoken(prompt, Kind.HEADING), *said)
        return Sheet(parts=(*parts, *after), focus=max(0, len(parts) - self._last_said))

    def chain(self, card: Card, mended: bytes | None = None) -> Sheet:
        """The conflist of a card's run, or as it was mended."""
        if mended is not None:
            markdown = f"```\n{printable(mended, lines=True).rstrip()}\n```"
            return Sheet(parts=(lambda width: lesson_lines(markdown, width),))
        return Sheet(parts=(self.text(f"{{{{chain {card.step.run}}}}}", card.runs),))

    def judged(self, judged: Judged, question: Question, *, shown: bool) -> tuple[Part, ...]:
        """What an answer was worth, and what the run shows, if that was not shown already."""
        said = self.verdict(judged.right, verdict(judged))
        self._last_said = 1 if shown else 2
        return (said,) if shown else (said, self.evidence(question.evidence))

    def attempted(self, attempt: Attempt) -> tuple[Part, ...]:
        """What came of an edit."""
        self._last_said = 2
        return self.verdict(attempt.done, "Yes." if attempt.done else "Not yet."), self.evidence(attempt.evidence)

    def hint(self, hint: Hint) -> tuple[Part, ...]:
        """A hint, or how it is."""
        told = _spoken(hint.text, Kind.WARNING)
        return (told, self.evidence(hint.evidence)) if hint.evidence else (told,)

    def verdict(self, is_right: bool, words: str) -> Part:
        """A line with a sign, in its colour."""
        sign, kind = (self._glyphs.ok, Kind.GOOD) if is_right else (self._glyphs.failed, Kind.BAD)
        return _spoken(f"{sign} {words}", kind)

    def evidence(self, evidence: Sequence[str]) -> Part:
        """Lines with a bar."""
        return lambda width: evidence_lines(tuple(evidence), width, self._bar)

    def text(self, markdown: str, runs: Runs) -> Part:
        """A part of the lesson's text, with what it shows of the runs."""
        ascii_only = self._glyphs.ascii_only
        return lambda width: lesson_lines(filled(markdown, runs, width=width, ascii=ascii_only), width)


def shows_all_of(markdown: str, run: str) -> bool:
    """Whether a text shows the whole sequence of a run."""
    return _without_sequence(markdown, run) != markdown


def _without_sequence(markdown: str, run: str) -> str:
    lines = (line for line in markdown.splitlines() if line.strip() != f"{{{{sequence {run}}}}}")
    return "\n".join(lines).strip()


def _spoken(text: str, kind: Kind) -> Part:
    return lambda width: spoken_lines(text, width, kind)


def spoken(text: str) -> Part:
    """Words of ours."""
    return _spoken(text, Kind.TEXT)


def refused(text: str) -> Part:
    """Why something could not be done."""
    return _spoken(text, Kind.BAD)
