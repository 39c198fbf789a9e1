"""exec/wrong-arch: a plugin that was built for another machine."""

import shlex
from collections.abc import Iterator, Sequence

from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule
from traces.diagnosis.starting import EXECVE, Suspect, all_called, finding, in_trouble, only_said, suspects
from traces.model.finding import Evidence, Finding

_KIND = "exec/wrong-arch"


def _check(case: Case) -> Iterator[Finding]:
    own = case.node.machine if case.node else ""
    for group in in_trouble(case, _KIND, _machine):
        yield _finding(group, _machine(group[0]), own)
    for suspect in suspects(case):
        if only_said(suspect, "exec format error"):
            yield finding(
                _KIND,
                suspect,
                f"{suspect.path} is no program for this machine: it was built for another one, or it is empty, "
                "cut off, or a script without «#!»",
                (),
                next_step=f"file {shlex.quote(suspect.path)}; uname -m",
            )


def _finding(group: Sequence[Suspect], built: str, own: str) -> Finding:
    first, many = group[0], len(group) > 1
    return finding(
        _KIND,
        first,
        f"{all_called(group)} {'were' if many else 'was'} built for {built}, and this node is {own}: the kernel can't "
        f"execute {'them' if many else 'it'}, whatever the verb",
        (
            Evidence(where=f"ELF header of {first.path}, e_machine", quote=built),
            Evidence(where="uname -m", quote=own),
        ),
        next_step=f"file {' '.join(shlex.quote(each.path) for each in group)}; uname -m",
        advice=f"install the build for {own}; an image without a manifest for it, or a copied folder, is how it comes "
        "there",
    )


def _machine(suspect: Suspect) -> str:
    return suspect.file.machine if suspect.file else ""


RULE = Rule(
    id=_KIND,
    looks_at="the ELF headers of the chain's plugins, the node's machine, and «exec format error»",
    specification=EXECVE,
    check=_check,
)
