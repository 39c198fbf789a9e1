"""Opens the screen of the lessons, and waits for it to end."""

from app.launch import app_options, show_app
from app.learning.quizzing import QuizWalk
from app.learning.school import School
from app.learning.walk import LessonWalk
from app.lesson_app import LessonApp
from app.looks.looks import Looks
from app.screens.lesson import LessonScreen
from app.screens.lesson_presenting import PresentingScreen
from app.screens.lesson_school import SchoolScreen


def launch_lessons(school: School, walk: LessonWalk | QuizWalk, looks: Looks, *, present: bool = False) -> int:
    """Show a lesson or a quiz, or demonstrate it, and give the exit code. Raises InputError for wrong looks."""

    def screen(app: LessonApp) -> LessonScreen:
        kind = PresentingScreen if present else SchoolScreen
        return kind(walk, school, motion=app.motion, glyphs=app.glyphs)

    return show_app(LessonApp(screen, **app_options(looks)), mouse=looks.mouse)
