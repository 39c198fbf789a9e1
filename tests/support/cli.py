"""Runs the command line in this process, as a shell would."""

import contextlib
import io
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from app.cli import main

LIST = {"cniVersion": "1.0.0", "name": "demo"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """How a command ended."""

    code: int
    stdout: str
    stderr: str

    @property
    def document(self) -> dict[str, Any]:
        """The JSON document on stdout."""
        document: dict[str, Any] = json.loads(self.stdout)
        return document

    @property
    def traces(self) -> list[dict[str, Any]]:
        """The traces of the document."""
        traces: list[dict[str, Any]] = self.document["traces"]
        return traces


def cnistep(*arguments: str | Path, stdin: bytes = b"") -> Ran:
    """Run ``cnistep`` with the arguments; nothing is a terminal."""
    stdout, stderr = _stream(), _stream()
    with (
        patch.object(sys, "argv", ["cnistep", *map(str, arguments)]),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin))),
        contextlib.redirect_stdout(stdout),
        contextlib.redirect_stderr(stderr),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code
    return Ran(code=int(code or 0), stdout=_text(stdout), stderr=_text(stderr))


def conflist(folder: Path, *plugins: dict[str, Any], **top: Any) -> Path:
    """A conflist file of these plugins."""
    path = folder / "10-net.conflist"
    path.write_text(json.dumps(LIST | top | {"plugins": plugins}))
    return path


def plugin(folder: Path, name: str, script: str) -> Path:
    """A plugin that is a shell script."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    raw = stream.buffer
    assert isinstance(raw, io.BytesIO)
    return raw.getvalue().decode()
