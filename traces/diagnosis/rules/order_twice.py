"""order/same-link-twice: a chain that has one entry two times, as an installer leaves it that adds its own again."""

from collections.abc import Iterator

from traces.cni.anyjson import any_object
from traces.diagnosis.case import Case
from traces.diagnosis.chains import Chain, chains
from traces.diagnosis.rule import Rule
from traces.model.finding import Finding, Severity
from traces.model.network import Link
from traces.timeline.measure import one_line

_KIND = "order/same-link-twice"
_SOURCE = "https://www.cni.dev/docs/spec/#section-3-execution-of-network-configurations"


def _check(case: Case) -> Iterator[Finding]:
    for chain in chains(case):
        seen: dict[str, Link] = {}
        for link in chain.network.links:
            earlier = seen.setdefault(link.type, link)
            if earlier is not link and any_object(earlier.config) == any_object(link.config):
                yield _finding(chain, earlier, link)


def _finding(chain: Chain, earlier: Link, link: Link) -> Finding:
    return Finding(
        kind=_KIND,
        severity=Severity.WARNING,
        cause=f"{one_line(link.type)} stands in {one_line(chain.network.name)} twice with the same entry, as links "
        f"{earlier.index} and {link.index}: it runs two times at every ADD and DEL",
        evidence=tuple(
            chain.quoted(("plugins", each.index, "type"), f'"type": "{each.type}"') for each in (earlier, link)
        ),
        advice="take one of the two out; an installer that adds its entry at each start is to look for it first",
        next_step="kubectl get pods -A -o wide --field-selector spec.nodeName=$(hostname)",
        specification=_SOURCE,
        link=link.index,
    )


RULE = Rule(id=_KIND, looks_at="the entries of the chain", specification=_SOURCE, check=_check)
