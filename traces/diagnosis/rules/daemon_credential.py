"""daemon/credential-expired: a token that has run out, by its own date beside the node's clock. It is never shown."""

import re
import shlex
from collections.abc import Iterator

from traces.cni.anyjson import any_object
from traces.diagnosis.case import Case
from traces.diagnosis.chains import chains
from traces.diagnosis.collect.named import files_of_link
from traces.diagnosis.facts import Node
from traces.diagnosis.heard import Heard, first_heard
from traces.diagnosis.rule import Rule
from traces.diagnosis.tokens import Expiry, ago, expiries, when
from traces.model.finding import Evidence, Finding, Severity
from traces.timeline.measure import one_line

_KIND = "daemon/credential-expired"
_SOURCE = "https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/"
_SAID = re.compile(
    r"\bUnauthorized\b|\btoken (?:has|is) expired\b|x509: certificate has expired|invalid bearer token"
    r"|must be logged in to the server|\b401\b[^\n]{0,20}(?:Unauthorized|unauthori[sz]ed)",
    re.IGNORECASE,
)
_AHEAD = 300.0
"""Seconds: a token that was issued later than that from now tells of a clock that is wrong."""


def _check(case: Case) -> Iterator[Finding]:
    said = first_heard(case, _SAID)
    ended = list(_ended(case.node)) if case.node is not None and case.node.now else []
    for path, expiry in ended:
        if case.trace is None or said is not None:
            yield _expired(case, path, expiry, said)
    if said is not None and not ended:
        yield _only_said(case, said)


def _ended(node: Node) -> Iterator[tuple[str, Expiry]]:
    """The files all of whose tokens have run out."""
    for path, content in node.files.items():
        found = expiries(content) if content else ()
        if found and all(each.ends < node.now for each in found):
            yield path, max(found, key=lambda each: each.ends)


def _expired(case: Case, path: str, expiry: Expiry, said: Heard | None) -> Finding:
    now = case.node.now if case.node is not None else 0.0
    link, plugin = _reader(case, path)
    issued = f", issued {when(expiry.issued)}" if expiry.issued is not None else ""
    return Finding(
        kind=_KIND,
        severity=Severity.ERROR,
        cause=f"the token in {one_line(path)}, which {plugin} uses, ended {ago(now - expiry.ends)} ago: the API "
        "answers «Unauthorized» to ADD and DEL alike until the node's agent writes a new one",
        evidence=(
            Evidence(where=f"{path} (only its date)", quote=f"exp {expiry.words}{issued}; now it is {when(now)}"),
            *((said.evidence,) if said else ()),
        ),
        next_step=f"ls -l --time-style=full-iso {shlex.quote(path)}; date -u; "
        'kubectl get pods -A -o wide --field-selector spec.nodeName="$(hostname)"',
        advice="restart the network's agent on this node, which writes a new token, and see why it had stopped",
        specification=_SOURCE,
        call=said.call_id if said else None,
        link=said.link if said and said.link is not None else link,
        verb=said.verb if said else "",
    )


def _only_said(case: Case, said: Heard) -> Finding:
    plugin = said.plugin or "the plugin"
    dates = tuple(_valid(case.node)) if case.node is not None else ()
    return Finding(
        kind=_KIND,
        severity=Severity.ERROR,
        cause=f"the API refused the credentials of {plugin}: "
        + ("they have not ended by their date, so they were withdrawn, or a clock is wrong" if dates else
           "the token in its kubeconfig has ended, most likely, or was withdrawn"),
        evidence=(said.evidence, *dates, *_named(case, said.link)),
        next_step="ls -l --time-style=full-iso /etc/cni/net.d/*kubeconfig*; date -u",
        advice="restart the network's agent on this node, which writes a new kubeconfig; doctor reads the token's date",
        specification=_SOURCE,
        is_proven=False,
        call=said.call_id,
        link=said.link,
        verb=said.verb,
    )  # fmt: skip


def _valid(node: Node) -> Iterator[Evidence]:
    for path, content in node.files.items():
        for each in expiries(content) if content else ():
            early = " (issued in the future: the clock is wrong)" if (each.issued or 0) > node.now + _AHEAD else ""
            yield Evidence(
                where=f"{path} (only its date)", quote=f"exp {each.words}{early}; now it is {when(node.now)}"
            )


def _reader(case: Case, path: str) -> tuple[int | None, str]:
    """The link whose configuration names the file."""
    for chain in chains(case):
        for link in chain.network.links:
            if path in files_of_link(any_object(link.config)):
                return link.index, f"{one_line(link.type)} (link {link.index})"
    return None, "a plugin"


def _named(case: Case, link: int | None) -> Iterator[Evidence]:
    for chain in chains(case):
        for each in chain.network.links:
            for path in files_of_link(any_object(each.config)) if each.index == link else ():
                if "kubeconfig" in path:
                    yield chain.quoted(("plugins", each.index), path)


RULE = Rule(
    id=_KIND,
    looks_at="the date in the token of each kubeconfig that a chain names, the node's clock, and «Unauthorized»",
    specification=_SOURCE,
    check=_check,
)
