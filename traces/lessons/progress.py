"""How far a user has come in each lesson: one small file in the state folder."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from traces.errors import StoreError
from traces.lessons.lesson import Lesson
from traces.store.archive import write_content
from traces.store.folder import check_folder, locked, make_folder

FILE = "lessons.json"
VERSION = 1


class Progress:
    """The steps that were passed, by lesson. Nothing is made before the first one is."""

    def __init__(self, state_dir: Path) -> None:
        """Use that state folder, whether it is there or not."""
        self._folder = state_dir
        self._path = state_dir / FILE

    def passed(self, key: str, lesson: Lesson) -> tuple[str, ...]:
        """The ids of the lesson's steps that were passed, in its order. Raises StoreError where the file is damaged."""
        known = self._read().get(key, ())
        return tuple(step.id for step in lesson.all_steps if step.id in known)

    def folders(self) -> tuple[Path, ...]:
        """The folders of lessons of one's own that were begun. Raises StoreError where the file is damaged."""
        return tuple(sorted(Path(key) for key in self._read() if key.startswith("/")))

    def is_finished(self, key: str, lesson: Lesson) -> bool:
        """Whether all steps were passed. Raises StoreError."""
        return len(self.passed(key, lesson)) == len(lesson.all_steps)

    def keep(self, key: str, step: str) -> None:
        """A step was passed. Raises StoreError where it can't be kept."""
        self._change(key, lambda known: known if step in known else (*known, step))

    def forget(self, key: str) -> None:
        """Begin a lesson anew. Raises StoreError."""
        self._change(key, lambda known: ())

    def _change(self, key: str, change: Any) -> None:
        check_folder(self._folder)
        make_folder(self._folder)
        with locked(self._folder / "lessons.lock"):
            lessons = dict(self._read())
            lessons[key] = change(lessons.get(key, ()))
            entries = {name: {"passed": list(steps)} for name, steps in lessons.items() if steps}
            document = {"schema_version": VERSION, "lessons": entries}
            write_content(self._path, (json.dumps(document, indent=1) + "\n").encode())

    def _read(self) -> Mapping[str, tuple[str, ...]]:
        check_folder(self._folder)
        try:
            document = json.loads(self._path.read_bytes())
            if document["schema_version"] != VERSION:
                raise ValueError
            return {key: tuple(map(str, entry["passed"])) for key, entry in document["lessons"].items()}
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise StoreError(f"{self._path}: {error.strerror}") from error
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise StoreError(f"{self._path}: not what cnistep wrote there; remove it to begin anew") from None
