"""Compile the recorder: one static program, from the C files beside this module.

Used when a wheel is built (build_hook.py) and by a source checkout that has no binary yet. Nothing but the standard
library is imported here, because it runs where nothing else is installed.
"""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

NAME = "cnistep-shim"
SOURCES = Path(__file__).parent
FLAGS = ("-std=c11", "-Os", "-static", "-s")
WRAPPED = ("-Wl,--wrap=__libc_start_main", "-fno-stack-protector")
"""For early.c, which stands before the C library's start, where no stack can be guarded yet."""


def compile_with_cc(target: Path) -> bool:
    """Compile with a C compiler of this machine; False where none can link a static program."""
    return any(_compiled(compiler, target) for compiler in _compilers())


def compile_with_zig(target: Path, machine: str) -> bool:
    """Compile with the PyPI package ziglang, for x86_64 or aarch64, against musl."""
    return _compiled((sys.executable, "-m", "ziglang", "cc", "-target", f"{machine}-linux-musl"), target)


def has_static_cc(workdir: Path) -> bool:
    """Whether a C compiler of this machine links a static program: tried, in workdir."""
    program = workdir / "probe.c"
    program.write_text("int main(void) { return 0; }\n")
    return any(_succeeds((*compiler, *FLAGS, "-o", workdir / "probe", program)) for compiler in _compilers())


def _compilers() -> Iterator[tuple[str, ...]]:
    named = tuple(shlex.split(os.environ.get("CC", "")))
    for compiler in (named, ("cc",), ("gcc",)):
        if compiler and shutil.which(compiler[0]):
            yield compiler


def _compiled(compiler: Sequence[str], target: Path) -> bool:
    """The program appears under its name when it is whole: others may look for it at the same time."""
    partial = target.with_name(f"{target.name}.{os.getpid()}.partial")
    done = _succeeds((*compiler, *FLAGS, *WRAPPED, "-o", partial, *sorted(SOURCES.glob("*.c"))))
    if done:
        partial.replace(target)
    partial.unlink(missing_ok=True)
    return done


def _succeeds(command: Sequence[str | Path]) -> bool:
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0
    except OSError:
        return False
