"""A configuration folder for the profiles: files of any kind, and folders of plugins that are there."""

import json
from pathlib import Path
from typing import Any


def a_list(name: str, *types: str) -> str:
    """The text of a conflist."""
    return json.dumps({"cniVersion": "1.0.0", "name": name, "plugins": [{"type": each} for each in types]})


def filled(folder: Path, **files: str) -> str:
    """A folder with files; in their names «_» stands for «.»."""
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name.replace("_", ".")).write_text(content)
    return str(folder)


def plugins(folder: Path, *names: str) -> tuple[str]:
    """A plugin folder with files of these names; to be found they need not be programs."""
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).touch()
    return (str(folder),)


def words(decisions: tuple[Any, ...]) -> list[tuple[str, str]]:
    """What each decision is about, and what was decided."""
    return [(each.subject, each.decided) for each in decisions]
