"""exec/mode: a plugin's file that nobody may execute, by its mode."""

import shlex
from collections.abc import Iterator

from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule
from traces.diagnosis.starting import EXECVE, called, finding, mode_words, only_said, suspects, trouble
from traces.model.finding import Evidence, Finding

_KIND = "exec/mode"


def _check(case: Case) -> Iterator[Finding]:
    for suspect in suspects(case):
        path = shlex.quote(suspect.path)
        if case.node and suspect.file and trouble(case.node, suspect.file) == _KIND:
            cause = f"{called(suspect)} can't be executed: no execute bit is set in the mode of {suspect.path}"
            seen = Evidence(where=f"mode and owner of {suspect.path}", quote=mode_words(suspect.file))
            yield finding(_KIND, suspect, cause, (seen,), next_step=f"chmod 0755 {path}")
        elif only_said(suspect, "permission denied"):
            yield finding(
                _KIND,
                suspect,
                f"the kernel may not execute {suspect.path}: it has no execute bit, its file system is mounted "
                "noexec, or a security label forbids it",
                (),
                next_step=f"ls -lZ {path}; findmnt -T {path}",
                advice="mode, mount options and label show which of the three it is",
            )


RULE = Rule(
    id=_KIND, looks_at="the modes of the chain's plugins, and «permission denied»", specification=EXECVE, check=_check
)
