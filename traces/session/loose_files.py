"""Files beside the traces in the state folder: what was too long for the clipboard, what went wrong in cnistep."""

import contextlib
import os
from datetime import UTC, datetime
from pathlib import Path

from traces.store.archive import write_content
from traces.store.folder import check_folder, default_state_dir, make_folder

_KEPT = 20
"""So many of the newest files of a folder are kept."""


def keep_file(folder: str, ending: str, content: bytes) -> Path:
    """Write a file of mode 0600, named by the time, into a folder of the state folder, and give its path.

    Of the older ones there only the newest stay. Raises StoreError.
    """
    state_dir = default_state_dir()
    place = state_dir / folder
    for each in (state_dir, place):
        check_folder(each)
        make_folder(each)
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%f")
    path = place / f"{now}-{os.getpid()}{ending}"
    write_content(path, content)
    with contextlib.suppress(OSError):
        for old in sorted(each for each in place.iterdir() if each.is_file())[:-_KEPT]:
            old.unlink()
    return path
