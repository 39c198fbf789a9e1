"""``cnistep learn``: lessons, each a chain that runs while one predicts what it does."""

import os
import sys
from typing import Any

import click

from app.exits import OK
from app.learning.learner import Learner
from app.learning.lesson_page import Left, LessonPage
from app.learning.quizzing import ask_all, asked, new_seed
from app.output import Output, output_options, say
from traces.lessons.document import lesson_document, lesson_entry, question_entry
from traces.lessons.draw import draw
from traces.lessons.lesson import Lesson
from traces.lessons.load import bundled, find_lesson
from traces.lessons.progress import Progress
from traces.session.lesson_runs import LessonRuns
from traces.session.opening import SCHEMA_VERSION
from traces.store.library import default_state_dir
from traces.timeline.printable import printable

_QUESTIONS = 10


@click.command()
@click.argument("lesson", required=False, metavar="[LESSON]")
@click.option("--list", "listed", is_flag=True, help="List the lessons and how far you are.")
@click.option("--again", is_flag=True, help="Begin the lesson anew.")
@click.option("--quiz", is_flag=True, help="Questions over all lessons, or of the one named, with a score.")
@click.option("--seed", metavar="N", help="Which questions are drawn, and the order of the choices.")
@click.option("--count", type=click.IntRange(1), default=_QUESTIONS, show_default=True, help="Questions of a quiz.")
@output_options()
def learn(
    lesson: str | None,
    listed: bool,
    again: bool,
    quiz: bool,
    seed: str | None,
    count: int,
    **output: Any,
) -> int:
    """Take a lesson: a chain runs in the sandbox, and you predict what comes next; your answers are held to the run.

    LESSON is a number or a name of --list, or a folder with a lesson of your own; without one the first that you have
    not finished. Nothing on this machine is touched, and no root is needed. q, or Ctrl-D, leaves; what you passed is
    kept.
    """
    out, progress = Output(**output), Progress(default_state_dir())
    if listed:
        _list(out, progress)
        return OK
    if quiz:
        _quiz(lesson, seed or new_seed(), count, out)
        return OK
    key, chosen = find_lesson(lesson) if lesson is not None else _next(progress)
    with LessonRuns(chosen) as made:
        if out.as_json:
            document = lesson_document(chosen, made.runs(), seed or "1")
            out.document({"schema_version": SCHEMA_VERSION, "lessons": [document]})
            return OK
        if again:
            progress.forget(key)
        passed = progress.passed(key, chosen)
        if len(passed) == len(chosen.all_steps):
            passed = ()
        say("cnistep: the chain is run in a sandbox ...")
        Learner(made, key, progress, _page(out), ask_line, seed or new_seed()).walk(passed)
    return OK


def ask_line() -> str | None:
    """Ask on stderr, so that stdout is the lesson; read a line."""
    click.echo("> ", err=True, nl=False)
    line = sys.stdin.readline()
    if not line:
        click.echo(err=True)
        return None
    return line.strip()


def _page(out: Output) -> LessonPage:
    """At a terminal it waits where a page is full."""
    try:
        rows = os.get_terminal_size(sys.stdout.fileno()).lines if sys.stdin.isatty() else 0
    except (OSError, ValueError):
        rows = 0
    return LessonPage(out.width, ascii=out.ascii, rows=rows, more=_more)


def _more() -> None:
    """Raises Left."""
    click.echo("-- Enter goes on, q leaves -- ", err=True, nl=False)
    line = sys.stdin.readline()
    if line.strip() == "q" or not line:
        click.echo(err=True)
        raise Left


def _list(out: Output, progress: Progress) -> None:
    entries = [(lesson, len(progress.passed(lesson.id, lesson))) for lesson in bundled()]
    if out.as_json:
        lessons = [lesson_entry(lesson, passed) for lesson, passed in entries]
        out.document({"schema_version": SCHEMA_VERSION, "lessons": lessons})
        return
    for number, (lesson, passed) in enumerate(entries, 1):
        click.echo(f"{number:>2}  {lesson.id:<14} {lesson.title:<44} {_how_far(lesson, passed)}".rstrip())


def _how_far(lesson: Lesson, passed: int) -> str:
    steps = len(lesson.all_steps)
    return "done" if passed == steps else f"{passed} of {steps}" if passed else ""


def _next(progress: Progress) -> tuple[str, Lesson]:
    """The first lesson that is not finished; where all are, the first."""
    lessons = bundled()
    lesson = next((each for each in lessons if not progress.is_finished(each.id, each)), None)
    if lesson is None:
        say("cnistep: you have finished all lessons; this is the first again. Try learn --quiz.")
        lesson = lessons[0]
    return lesson.id, lesson


def _quiz(lesson: str | None, seed: str, count: int, out: Output) -> None:
    lessons = bundled() if lesson is None else (find_lesson(lesson)[1],)
    drawn = draw(lessons, seed, count)
    if out.as_json:
        questions = [question_entry(runs.lesson.id, question) for _, runs, question in asked(drawn, seed)]
        out.document({"schema_version": SCHEMA_VERSION, "seed": seed, "questions": questions})
        return
    page = _page(out)
    page.line(f"{len(drawn)} questions; each is asked once. q leaves.")
    right, answered = ask_all(drawn, seed, page, ask_line)
    page.line(f"\n{right} of {answered} right. «cnistep learn --quiz --seed {printable(seed)}» asks the same again.")
