"""version/no-answer: a plugin that starts, and does not say which versions it speaks."""

import shlex
from collections.abc import Iterator

from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule
from traces.diagnosis.starting import called, suspects, trouble
from traces.model.finding import Evidence, Finding, Severity

_KIND = "version/no-answer"
_SPECIFICATION = "https://www.cni.dev/docs/spec/#version-probe-plugin-version-support"


def _check(case: Case) -> Iterator[Finding]:
    for suspect in suspects(case):
        file = suspect.file
        if case.node and file and file.version_error and not trouble(case.node, file):
            yield Finding(
                kind=_KIND,
                severity=Severity.WARNING,
                cause=f"{called(suspect)} does not answer VERSION as the specification asks: CRI-O and kubelet refuse "
                "a chain with such a plugin when they load it",
                evidence=(Evidence(where=f"VERSION of {file.path}", quote=file.version_error),),
                next_step=f'echo \'{{"cniVersion":"1.0.0"}}\' | CNI_COMMAND=VERSION {shlex.quote(file.path)}',
                specification=_SPECIFICATION,
                link=suspect.link,
                verb="VERSION",
            )


RULE = Rule(
    id=_KIND,
    looks_at="what the chain's plugins answer to VERSION, where they were asked",
    specification=_SPECIFICATION,
    check=_check,
)
