"""``cnistep learn``: lessons, each a chain that runs while one predicts what it does; on the screen, or by prompts."""

import os
import sys
from dataclasses import dataclass
from typing import Any

import click

from app.exits import OK
from app.learning.learner import Learner
from app.learning.lesson_page import Left, LessonPage
from app.learning.presenting import answers_of
from app.learning.quizzing import QuizWalk, new_seed
from app.learning.school import School
from app.learning.walk import LessonWalk
from app.looks.looks import looks, looks_options
from app.output import Output, output_options, say
from app.screen_commands import Wished, apart
from app.screen_doors import can_draw, load_screen
from traces.lessons.document import Attempting, lesson_document, lesson_entry, question_entry
from traces.lessons.draw import draw
from traces.lessons.load import bundled
from traces.lessons.progress import Progress
from traces.session.opening import SCHEMA_VERSION
from traces.store.library import default_state_dir
from traces.timeline.printable import printable

_QUESTIONS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wish:
    """What of the command line all ways share."""

    output: Output
    looks: Wished
    present: bool
    seed: str

    @property
    def is_text(self) -> bool:
        """Whether it goes by prompts."""
        return self.output.plain or not can_draw()


@click.command()
@click.argument("lesson", required=False, metavar="[LESSON]")
@click.option("--list", "listed", is_flag=True, help="List the lessons and how far you are.")
@click.option("--again", is_flag=True, help="Begin the lesson anew.")
@click.option("--quiz", is_flag=True, help="Questions over all lessons, or of the one named, with a score.")
@click.option("--seed", metavar="N", help="Which questions are drawn, and the order of the choices.")
@click.option("--count", type=click.IntRange(1), default=_QUESTIONS, show_default=True, help="Questions of a quiz.")
@click.option(
    "--present",
    is_flag=True,
    help="Demonstrate it: Enter does what a learner would, keys are large, no secret is shown, nothing is kept.",
)
@looks_options
@output_options()
def learn(
    lesson: str | None,
    listed: bool,
    again: bool,
    quiz: bool,
    seed: str | None,
    count: int,
    present: bool,
    **options: Any,
) -> int:
    """Take a lesson: a chain runs in the sandbox, and you predict what comes next; your answers are held to the run.

    LESSON is a number or a name of --list, or a folder with a lesson of your own; without one the first that you have
    not finished. Nothing on this machine is touched, and no root is needed. What you passed is kept. With --plain, or
    where no screen can be drawn, it goes by prompts.
    """
    wished, output = apart(options)
    wish = _Wish(output=output, looks=wished, present=present, seed=seed or ("1" if output.as_json else new_seed()))
    with School(Progress(default_state_dir()), wish.seed, redacted=present, keeps=not present) as school:
        if listed:
            _list(school, output)
        elif quiz:
            _quiz(school, lesson, count, wish)
        else:
            _take(school, lesson, wish, again=again)
    return OK


def _take(school: School, reference: str | None, wish: _Wish, *, again: bool) -> None:
    key, lesson = school.find(reference)
    walk = school.take(key, lesson, again=again and not wish.output.as_json)
    if wish.output.as_json:
        document = lesson_document(lesson, walk.runs(), wish.seed, _solver(walk, wish))
        wish.output.document({"schema_version": SCHEMA_VERSION, "lessons": [document]})
    elif wish.is_text:
        say("cnistep: the chain is run in a sandbox ...")
        page = _page(wish.output)
        Learner(page, answers_of(walk, page, ask_line) if wish.present else ask_line).walk(walk)
    else:
        _show(school, walk, wish)


def _solver(walk: LessonWalk, wish: _Wish) -> Attempting | None:
    """What tries the solutions of a lesson's tasks; nothing where none can run, or no secret may be told."""
    if wish.present or not walk.runs().live:
        return None
    return lambda task: walk.made.attempt(task, task.solution)


def _quiz(school: School, reference: str | None, count: int, wish: _Wish) -> None:
    lessons = bundled() if reference is None else (school.find(reference)[1],)
    named = f" {printable(reference)}" if reference is not None else ""
    counted = f" --count {count}" if count != _QUESTIONS else ""
    again = f"«cnistep learn{named} --quiz --seed {printable(wish.seed)}{counted}» asks the same again."
    walk = QuizWalk(draw(lessons, wish.seed, count), wish.seed, again, redacted=wish.present)
    if wish.output.as_json:
        questions = [question_entry(card.runs.lesson.id, card.question) for card in walk.cards() if card.question]
        wish.output.document({"schema_version": SCHEMA_VERSION, "seed": wish.seed, "questions": questions})
    elif wish.is_text:
        page = _page(wish.output)
        page.line(f"{walk.count} questions; each is asked once. q leaves.")
        Learner(page, answers_of(walk, page, ask_line) if wish.present else ask_line).quiz(walk)
        page.line(f"\n{walk.right} of {walk.answered} right. {again}")
    else:
        _show(school, walk, wish)


def _show(school: School, walk: LessonWalk | QuizWalk, wish: _Wish) -> None:
    """Open the screen."""
    held = looks(**wish.looks)
    load_screen()
    from app.launch_lessons import launch_lessons

    launch_lessons(school, walk, held, present=wish.present)


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


def _list(school: School, out: Output) -> None:
    lessons = bundled()
    if out.as_json:
        entries = [lesson_entry(lesson, len(school.progress.passed(lesson.id, lesson))) for lesson in lessons]
        out.document({"schema_version": SCHEMA_VERSION, "lessons": entries})
        return
    for number, lesson in enumerate(lessons, 1):
        click.echo(f"{number:>2}  {lesson.id:<14} {lesson.title:<44} {school.how_far(lesson.id, lesson)}".rstrip())
