"""Sleeps until something happens in a folder; where nobody tells, only for a while."""

import contextlib
import os
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Self

_Place = tuple[int, int]


class Wake:
    """Watches folders that may come, go, and be replaced, with inotify.

    Where a folder can't be watched (it is not there, or the user's watches are used up) a sleep just ends in time.
    """

    def __init__(self, *folders: Path) -> None:
        """Nothing is watched before the first sleep."""
        self._folders = folders
        self._called = threading.Event()
        self._observer: Any = None
        self._watched: dict[Path, tuple[_Place, Any]] = {}

    def sleep(self, seconds: float) -> None:
        """Until something happens, or that long."""
        for folder in self._folders:
            self._watch(folder)
        if self._called.wait(seconds):
            self._called.clear()

    def call(self) -> None:
        """End the sleep of now, or else the next one; any thread may."""
        self._called.set()

    def close(self) -> None:
        """Watch nothing any more."""
        if self._observer is not None:
            self._observer.stop()
            self._observer.join()
            self._observer = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _watch(self, folder: Path) -> None:
        """See to it that the folder of that name is watched, which may be another than the last time."""
        place = _place(folder)
        known = self._watched.get(folder)
        if known is not None and known[0] != place:
            del self._watched[folder]
            with contextlib.suppress(KeyError, OSError):
                self._observer.unschedule(known[1])
            known = None
        if place is None or known is not None:
            return
        # A folder that can't be watched is one that is looked at now and then.
        with contextlib.suppress(OSError):
            self._watched[folder] = (place, self._schedule(folder))
            self.call()

    def _schedule(self, folder: Path) -> Any:
        """Raises OSError where there is no inotify, or no watch left."""
        from watchdog.events import DirDeletedEvent, FileClosedEvent, FileCreatedEvent, FileDeletedEvent, FileMovedEvent
        from watchdog.observers import Observer

        if self._observer is None:
            self._observer = Observer()
            self._observer.start()
        filters = [FileCreatedEvent, FileClosedEvent, FileMovedEvent, FileDeletedEvent, DirDeletedEvent]
        return self._observer.schedule(_handler(self.call), str(folder), event_filter=filters)


def _handler(call: Any) -> Any:
    from watchdog.events import FileSystemEvent, FileSystemEventHandler

    class Handler(FileSystemEventHandler):
        def on_any_event(self, event: FileSystemEvent) -> None:
            call()

    return Handler()


def _place(folder: Path) -> _Place | None:
    try:
        found = os.stat(folder)
    except OSError:
        return None
    return found.st_dev, found.st_ino
