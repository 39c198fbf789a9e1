"""Which lesson explains what the debugger shows: a step of a trace, or what is found wrong."""

from collections.abc import Mapping

from app.learning.school import known_lessons
from traces.lessons.lesson import Lesson
from traces.lessons.progress import Progress
from traces.lessons.topics import lesson_about
from traces.model.finding import Finding
from traces.store.library import default_state_dir
from traces.timeline.measure import one_line


def lessons_here() -> Mapping[str, Lesson]:
    """All lessons that this user can take, by what ``learn`` calls them."""
    return known_lessons(Progress(default_state_dir()))


def title_about(finding: Finding) -> str:
    """The title of the lesson that explains a finding: safe text, empty where there is none."""
    lessons = lessons_here()
    key = lesson_about(finding, lessons)
    return one_line(lessons[key].title) if key is not None else ""
