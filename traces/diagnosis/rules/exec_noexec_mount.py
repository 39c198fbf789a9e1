"""exec/noexec-mount: a plugin folder on a file system from which nothing may be executed."""

import shlex
from collections.abc import Iterator

from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule
from traces.diagnosis.starting import EXECVE, Suspect, all_called, finding, in_trouble, mode_words
from traces.model.finding import Evidence, Finding

_KIND = "exec/noexec-mount"


def _check(case: Case) -> Iterator[Finding]:
    for group in in_trouble(case, _KIND, _folder):
        first = group[0]
        if first.file is not None:
            yield finding(
                _KIND,
                first,
                f"{all_called(group)} can't be executed: {_folder(first)} is on a file system that is mounted noexec, "
                "and so the kernel refuses what is there, whatever its mode",
                (
                    Evidence(
                        where=f"mount of {first.path} (/proc/self/mounts)", quote=",".join(first.file.mount_options)
                    ),
                    Evidence(where=f"mode and owner of {first.path}", quote=mode_words(first.file)),
                ),
                next_step=f'mount -o remount,exec "$(findmnt -no TARGET -T {shlex.quote(_folder(first))})"',
                advice="change the mount in /etc/fstab or its unit too, or let the runtime look in another folder",
            )


def _folder(suspect: Suspect) -> str:
    return suspect.path.rpartition("/")[0]


RULE = Rule(id=_KIND, looks_at="the mounts that the chain's plugins are on", specification=EXECVE, check=_check)
