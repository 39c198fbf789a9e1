"""exec/missing-loader and exec/missing-interpreter: the plugin is there, and what has to start it is not."""

import shlex
from collections.abc import Iterator

from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule
from traces.diagnosis.starting import EXECVE, Suspect, called, finding, only_said, suspects, trouble
from traces.model.finding import Evidence, Finding

_KINDS = ("exec/missing-loader", "exec/missing-interpreter")


def _check(case: Case) -> Iterator[Finding]:
    for suspect in suspects(case):
        kind = trouble(case.node, suspect.file) if case.node and suspect.file else ""
        path = shlex.quote(suspect.path)
        if suspect.file and kind in _KINDS:
            loader = suspect.file.loader
            where = "first line" if kind == "exec/missing-interpreter" else "ELF header, PT_INTERP,"
            yield finding(
                kind,
                suspect,
                _cause(suspect, kind, loader),
                (
                    Evidence(where=f"{where} of {suspect.path}", quote=loader),
                    Evidence(where=loader, quote="not there"),
                ),
                next_step=f"ls -l {shlex.quote(loader)}; head -c 80 {path}",
                advice=_advice(suspect, kind, loader),
            )
        elif only_said(suspect, "no such file or directory"):
            yield finding(
                _KINDS[0],
                suspect,
                f"{suspect.path} is there, as libcni found it, and what has to start it is not: the loader of a "
                "program, or the interpreter of a script",
                (),
                next_step=f"head -c 80 {path}; ldd {path}",
            )


def _cause(suspect: Suspect, kind: str, loader: str) -> str:
    if kind == "exec/missing-interpreter":
        return (
            f"{called(suspect)} is a script for {loader}, which this node has not; the kernel says «no such file or "
            "directory», and means the interpreter"
        )
    return (
        f"{called(suspect)} is linked dynamically and needs {loader}, which this node has not; the kernel says «no "
        "such file or directory», and means the loader"
    )


def _advice(suspect: Suspect, kind: str, loader: str) -> str:
    if kind == "exec/missing-interpreter":
        return f"install {loader}, or a build of {suspect.plugin} that is a program"
    built = "on Alpine, with musl" if "musl" in loader else "with glibc"
    return f"it was built {built}; install a static build of {suspect.plugin} (CGO_ENABLED=0)"


RULE = Rule(
    id=_KINDS[0],
    looks_at="what has to start the chain's plugins, and «fork/exec …: no such file or directory»",
    specification=EXECVE,
    check=_check,
)
