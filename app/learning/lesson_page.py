"""How a lesson looks as text: titles, Markdown in lines, questions with lettered choices, evidence."""

import textwrap
from collections.abc import Callable, Sequence
from typing import Any

import click

from traces.lessons.plain_text import folded, plain_lines
from traces.lessons.question import LETTERS, Judged, Question
from traces.lessons.runs import Runs
from traces.lessons.shows import filled, laid_out
from traces.timeline.printable import printable

_WIDEST = 96
"""Longer lines of prose are hard to read."""


class Left(Exception):
    """The user has left."""


class LessonPage:
    """Writes to stdout, at a width."""

    def __init__(
        self, width: int, *, ascii: bool = False, rows: int = 0, more: Callable[[], None] = lambda: None
    ) -> None:
        """In ASCII what it has no characters for is written otherwise.

        After so many rows that nobody was asked anything, ``more`` is called, so that none is missed; 0: never.
        """
        self._width = min(width, _WIDEST)
        self._ascii = ascii
        self._rows, self._more, self._written = rows, more, 0

    def asked(self) -> None:
        """The user was asked something, and so has seen all that was written."""
        self._written = 0

    def line(self, text: str) -> None:
        """A text of our own, wrapped."""
        for line in text.split("\n"):
            for part in textwrap.wrap(line, self._width, break_on_hyphens=False) or [""]:
                self._write(part)

    def title(self, title: str, goal: str) -> None:
        """The lesson's title, underlined, and its goal."""
        self._write(title)
        self._write("=" * len(title))
        self.line(f"Goal: {goal}\n")

    def heading(self, text: str) -> None:
        """Where one is."""
        self._write(f"-- {text} {'-' * max(0, self._width - len(text) - 4)}")
        self._write("")

    def markdown(self, text: str, runs: Runs) -> None:
        """A part of the lesson's text, with what it shows of the runs."""
        if not text:
            return
        shown = filled(text, runs, width=self._width, ascii=self._ascii)
        for line in plain_lines(shown, self._width):
            self._write(line)
        self._write("")

    def json(self, value: Any) -> None:
        """JSON in as few lines as fit."""
        for line in laid_out(value, self._width).splitlines():
            self._write(line)

    def question(self, question: Question) -> None:
        """The question and its choices, on one page."""
        several = " (All of it, as in: a c)" if question.several else ""
        lines = textwrap.wrap(question.prompt + several, self._width)
        for letter, choice in zip(LETTERS, question.choices, strict=False):
            wrapped = textwrap.wrap(choice.text, self._width - 6, break_on_hyphens=False) or [""]
            lines += [f"  {letter}) {wrapped[0]}", *(f"     {more}" for more in wrapped[1:])]
        if self._rows and self._written + len(lines) + 1 >= self._rows:
            self._wait()
        for line in lines:
            self._write(line)

    def judged(self, judged: Judged, question: Question, *, shown: bool = False) -> None:
        """Whether it was right, and what the run shows, unless that was shown already."""
        self.line(verdict(judged))
        if shown:
            self._write("")
        else:
            self.evidence(question.evidence)

    def evidence(self, lines: Sequence[str]) -> None:
        """What the run shows, with a bar before each line."""
        bar = "| " if self._ascii else "│ "
        for line in lines:
            for part in folded(line, self._width - 2):
                self._write(bar + part)
        self._write("")

    def _wait(self) -> None:
        self._more()
        self._written = 0

    def _write(self, line: str) -> None:
        """A line, harmless whoever wrote the lesson and whatever its plugins answered."""
        line = printable(line)
        if self._ascii:
            line = line.replace("«", '"').replace("»", '"').encode("ascii", "backslashreplace").decode()
        if self._rows and self._written >= self._rows - 1:
            self._wait()
        click.echo(line)
        self._written += 1


def verdict(judged: Judged) -> str:
    """What is said of an answer."""
    if judged.why:
        return f"Not quite: {judged.why}. You said: {judged.said}."
    return f"{'Yes' if judged.right else 'No'}: {judged.said}."
