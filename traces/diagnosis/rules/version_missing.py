"""version/missing-load and version/absent: a list without cniVersion, which counts as version 0.1.0."""

import shlex
from collections.abc import Iterator

from traces.diagnosis.case import Case
from traces.diagnosis.chains import Chain, chains
from traces.diagnosis.rule import Rule
from traces.diagnosis.spoken import UNSTATED, Speaker, VersionText, common, matrix, means_none, speakers, version_texts
from traces.model.finding import Evidence, Finding, Severity

_FATAL, _ABSENT = "version/missing-load", "version/absent"
_SPECIFICATION = "https://www.cni.dev/docs/spec/#configuration-format"


def _check(case: Case) -> Iterator[Finding]:
    texts = [each for each in version_texts(case) if means_none(case, each)]
    unstated = [chain for chain in chains(case) if not chain.network.cni_version]
    for chain in unstated:
        spoken = speakers(case, chain)
        refusing = [each for each in spoken if UNSTATED not in each.versions]
        yield _fatal(chain, spoken, refusing, texts) if refusing or texts else _absent(chain)
    for text in texts if not unstated else ():
        yield _from_text(text)


def _fatal(chain: Chain, spoken: tuple[Speaker, ...], refusing: list[Speaker], texts: list[VersionText]) -> Finding:
    names = ", ".join(dict.fromkeys([*(each.need.plugin for each in refusing), *(text.plugin for text in texts)]))
    asked = (
        Evidence(where=f"VERSION of the chain's plugins: do they speak {UNSTATED}?", quote=matrix(UNSTATED, spoken)),
    )
    return Finding(
        kind=_FATAL,
        severity=Severity.ERROR if chain.is_first else Severity.WARNING,
        cause=f"{chain.path} has no cniVersion, so it counts as {UNSTATED}, which {names} does not speak: CRI-O and "
        "kubelet refuse the file when they load it, containerd fails at the first ADD",
        evidence=(
            *(text.said.evidence for text in texts),
            *(asked if spoken else ()),
            chain.quoted((), "no «cniVersion» beside «plugins»"),
        ),
        next_step=_command(chain.path, common(each.versions for each in spoken)),
        specification=_SPECIFICATION,
        is_proven=bool(refusing) or any(text.said.is_recorded for text in texts),
        link=refusing[0].need.link if refusing else None,
    )


def _absent(chain: Chain) -> Finding:
    return Finding(
        kind=_ABSENT,
        severity=Severity.WARNING,
        cause=f"{chain.path} has no cniVersion, so it counts as {UNSTATED}: results have the oldest form, DEL gets no "
        "prevResult, and CHECK, GC and STATUS are never sent",
        evidence=(chain.quoted((), "no «cniVersion» beside «plugins»"),),
        next_step=_command(chain.path, ""),
        specification=_SPECIFICATION,
    )


def _from_text(text: VersionText) -> Finding:
    return Finding(
        kind=_FATAL,
        severity=Severity.ERROR,
        cause=f"the configuration has no cniVersion, so it counts as {UNSTATED}, which "
        f"{text.plugin or 'a plugin'} does not speak",
        evidence=(text.said.evidence,),
        next_step="grep -L '\"cniVersion\"' /etc/cni/net.d/*.conf*",
        advice='add "cniVersion": "1.0.0" to the file that this names',
        specification=_SPECIFICATION,
        is_proven=text.said.is_recorded,
        link=text.said.link,
        verb=text.said.verb,
    )


def _command(path: str, best: str) -> str:
    added = f'{{"cniVersion": "{best or "1.0.0"}"}} + .'
    quoted = shlex.quote(path)
    return f"jq {shlex.quote(added)} {quoted} > {quoted}.new && mv {quoted}.new {quoted}"


RULE = Rule(
    id=_ABSENT,
    looks_at="the list's cniVersion, and what each plugin answers to VERSION",
    specification=_SPECIFICATION,
    check=_check,
)
