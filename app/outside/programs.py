"""The user's own programs: the pager to read in, the editor to edit in; run while the screen stands back."""

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress

from traces.errors import InputError
from traces.timeline.printable import printable

_PAGERS = (["less", "-R"], ["more"], ["cat"])
_EDITORS = (["sensible-editor"], ["nano"], ["vi"])


def pager_command(environment: Mapping[str, str]) -> Sequence[str]:
    """$PAGER with its arguments, else less -R. Raises InputError, naming the variable."""
    return _chosen(environment, ("PAGER",), _PAGERS)


def editor_command(environment: Mapping[str, str]) -> Sequence[str]:
    """$VISUAL or $EDITOR with its arguments, else one that is there. Raises InputError, naming the variable."""
    return _chosen(environment, ("VISUAL", "EDITOR"), _EDITORS)


def _chosen(environment: Mapping[str, str], names: Sequence[str], known: Sequence[list[str]]) -> Sequence[str]:
    for name in names:
        value = environment.get(name, "").strip()
        if value:
            return _parsed(name, value)
    for command in known:
        if shutil.which(command[0]):
            return command
    raise InputError(f"none of {', '.join(command[0] for command in known)} is there; name yours in ${names[0]}")


def _parsed(name: str, value: str) -> Sequence[str]:
    try:
        command = shlex.split(value)
    except ValueError as error:
        raise InputError(f"${name}: {printable(value)}: {str(error).lower()}") from None
    if not command or shutil.which(command[0]) is None:
        raise InputError(f"${name}: there is no program {printable(command[0] if command else value)}")
    return command


def read_in_pager(command: Sequence[str], text: str) -> None:
    """Let the user read a text. Raises InputError where the program can't be started."""
    process = _start(command, stdin=subprocess.PIPE)
    # A pager that is left early closes its end.
    with suppress(BrokenPipeError):
        process.communicate(text.encode())
    process.wait()


def edit_in_editor(command: Sequence[str], content: bytes, ending: str) -> bytes:
    """Let the user edit a copy of the bytes, in a file that only they can read; what stands in it afterwards.

    Raises InputError where the program can't be started, or fails, as one does that is left with an error on purpose.
    """
    with tempfile.TemporaryDirectory(prefix="cnistep-") as folder:
        path = os.path.join(folder, f"payload{ending}")
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as file:
            file.write(content)
        code = _start([*command, path]).wait()
        if code:
            raise InputError(f"{printable(command[0])} ended with exit code {code}: nothing is taken from it")
        try:
            with open(path, "rb") as file:
                return file.read()
        except OSError as error:
            raise InputError(f"what {printable(command[0])} wrote cannot be read: {error.strerror}") from None


def _start(command: Sequence[str], stdin: int | None = None) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(command, stdin=stdin)
    except OSError as error:
        raise InputError(f"{printable(command[0])} cannot be started: {error.strerror}") from None
