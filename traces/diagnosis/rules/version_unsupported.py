"""version/unsupported: the list asks for a version of the specification that one of its plugins does not speak."""

import shlex
from collections.abc import Iterator

from traces.diagnosis.case import Case
from traces.diagnosis.chains import Chain, chains
from traces.diagnosis.rule import Rule
from traces.diagnosis.spoken import Speaker, VersionText, common, matrix, means_none, speakers, version_texts
from traces.model.finding import Evidence, Finding, Severity

_KIND = "version/unsupported"
_NAMED = 3
"""Plugins that the sentence names; the table below it has all."""
_SPECIFICATION = "https://www.cni.dev/docs/spec/#version-considerations"


def _check(case: Case) -> Iterator[Finding]:
    texts = [each for each in version_texts(case) if not means_none(case, each)]
    told: set[str] = set()
    for chain in chains(case):
        version = chain.network.cni_version
        spoken = speakers(case, chain)
        refusing = [each for each in spoken if version and version not in each.versions]
        if refusing:
            names = {each.need.plugin for each in refusing}
            told |= names
            yield _finding(chain, refusing, spoken, [text for text in texts if text.plugin in ("", *names)])
    for text in texts:
        if text.plugin not in told and not (told and not text.plugin):
            told.add(text.plugin)
            yield _from_text(case, text)


def _finding(chain: Chain, refusing: list[Speaker], spoken: tuple[Speaker, ...], texts: list[VersionText]) -> Finding:
    version, network = chain.network.cni_version, chain.network.name
    best = common(one.versions for one in spoken)
    first = texts[0].said if texts else None
    who = [f"{each.need.plugin} ({each.need.words})" for each in refusing]
    more = f" and {len(who) - _NAMED} more" if len(who) > _NAMED else ""
    verb = "do" if len(who) > 1 else "does"
    return Finding(
        kind=_KIND,
        severity=Severity.ERROR if chain.is_first else Severity.WARNING,
        cause=f"{', '.join(who[:_NAMED])}{more} {verb} not speak version {version}, which {network} asks of every "
        "link: ADD and the DEL after it fail there",
        evidence=(
            *(text.said.evidence for text in texts),
            Evidence(where=f"VERSION of the chain's plugins: do they speak {version}?", quote=matrix(version, spoken)),
            chain.quoted(("cniVersion",), f'"cniVersion": "{version}"'),
        ),
        next_step=_change(chain.path, version, best),
        advice=_advice(best),
        specification=_SPECIFICATION,
        call=first.call if first else None,
        link=refusing[0].need.link,
        verb=first.verb if first else "",
    )


def _from_text(case: Case, text: VersionText) -> Finding:
    chain = next(iter(chains(case)), None)
    link = text.said.link
    if link is None and chain is not None:
        link = next((need.link for need in chain.needs("") if need.plugin == text.plugin), None)
    best = common([text.supports]) if text.supports else ""
    speaks = f"; it speaks {', '.join(text.supports)}" if text.supports else ""
    return Finding(
        kind=_KIND,
        severity=Severity.ERROR,
        cause=f"{text.plugin or 'a plugin of the chain'} does not speak version {text.version}, which the list asks of "
        f"every link{speaks}",
        evidence=(text.said.evidence,),
        next_step=_change(chain.path if chain else "/etc/cni/net.d/FILE", text.version, best),
        advice=_advice(best),
        specification=_SPECIFICATION,
        is_proven=text.said.is_recorded,
        call=text.said.call,
        link=link,
        verb=text.said.verb,
    )


def _change(path: str, version: str, best: str) -> str:
    """The command that writes another version into the list."""
    if not best:
        return ""
    words = f's/"cniVersion": *"{version}"/"cniVersion": "{best}"/'
    return f"sed -i {shlex.quote(words)} {shlex.quote(path)}"


def _advice(best: str) -> str:
    if not best:
        return "no version is spoken by all links: one of the plugins has to be replaced by a newer build"
    return f"{best} is the highest version that the plugins asked have in common; or replace the old plugin"


RULE = Rule(
    id=_KIND,
    looks_at="the list's cniVersion, and what each plugin answers to VERSION",
    specification=_SPECIFICATION,
    check=_check,
)
