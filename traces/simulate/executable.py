"""The executable of a stand-in: what is put where the real plugin's binary would be."""

import os
import shlex
import sys
from collections.abc import Sequence

_BOOT = "import sys; sys.path[:0] = sys.argv[4:]; from traces.session.stand_in import main; main(*sys.argv[1:4])"


def executable(plugin: str, *, makes: bool, state: str, import_from: Sequence[str]) -> bytes:
    """A script that answers as the plugin would; the shell gives way to Python, so it is one process.

    ``makes``: whether it makes what it claims, in the kernel and in files; else its files are below ``state``.
    ``import_from`` are the folders from which Python imports this package and pyroute2: like the environment, the site
    packages have no say in what is loaded.
    """
    python = os.path.realpath(sys.executable)
    ground = "sandbox" if makes else "none"
    words = [python, "-I", "-S", "-X", "utf8", "-c", _BOOT, plugin, ground, state, *import_from]
    return f"#!/bin/sh\nexec {shlex.join(words)}\n".encode(errors="surrogateescape")
