"""exec/empty-file and exec/not-a-program: a file in a plugin's place that the kernel can't start at all."""

import shlex
from collections.abc import Iterator

from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule
from traces.diagnosis.starting import EXECVE, called, finding, suspects, trouble
from traces.model.finding import Evidence, Finding

_CAUSES = {
    "exec/empty-file": "the file in its place is empty, as a copy that was broken off or a full disk leaves it",
    "exec/not-a-program": "the file in its place is neither an ELF program nor a script with «#!»",
}


def _check(case: Case) -> Iterator[Finding]:
    for suspect in suspects(case):
        kind = trouble(case.node, suspect.file) if case.node and suspect.file else ""
        if suspect.file and kind in _CAUSES:
            path = shlex.quote(suspect.path)
            yield finding(
                kind,
                suspect,
                f"{called(suspect)} can't be executed: {_CAUSES[kind]}",
                (Evidence(where=f"size of {suspect.path}", quote=f"{suspect.file.size} bytes"),),
                next_step=f"ls -l {path}; df {path}",
                advice=f"install {suspect.plugin} again: let its installer run once more",
            )


RULE = Rule(id="exec/empty-file", looks_at="the first bytes of the chain's plugins", specification=EXECVE, check=_check)
