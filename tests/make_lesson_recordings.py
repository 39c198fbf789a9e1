"""Makes the recordings of the lessons anew, for machines that give no sandbox: all, or those named.

    python tests/make_lesson_recordings.py [LESSON|DIR ...]

The environment is bare, so that nothing of this machine is kept.
"""

import os
import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from traces.lessons.load import bundled, find_lesson
from traces.model.trace import Trace
from traces.session.lesson_runs import LessonRuns
from traces.store.archive import document_of, write_document

PATH = "/usr/sbin:/usr/bin:/sbin:/bin"


def main(wanted: list[str]) -> None:
    """Run these lessons, or all the bundled ones, and write what they ran."""
    os.environ.clear()
    os.environ["PATH"] = PATH
    for lesson in [find_lesson(name)[1] for name in wanted] or bundled():
        with LessonRuns(lesson) as made:
            runs = made.runs()
        if not runs.live:
            sys.exit(f"{lesson.id}: {made.why_recorded}")
        write_document(lesson.recording, document_of([portable(trace) for trace in runs.traces.values()]))
        lesson.recording.chmod(0o644)
        print(f"{lesson.id}: {lesson.recording.stat().st_size} bytes")


def portable(trace: Trace) -> Trace:
    """Without the folder in which the lesson lies on this machine."""
    return replace(trace, network=replace(trace.network, source=Path(trace.network.source).name))


if __name__ == "__main__":
    main(sys.argv[1:])
