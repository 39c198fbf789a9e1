"""An audit as lines of text: drawn for a reader, or told one by one for a screen reader and for grep."""

from collections.abc import Iterator

from traces.diagnosis.audit.groups import Audit, Common, Group
from traces.diagnosis.audit.wording import chain_of, change, names, since, thing
from traces.diagnosis.report import finding_lines, plain_finding_lines
from traces.timeline.fold import fold_words
from traces.timeline.measure import count_text, one_line

_GROUPS = 20
_DRIFTS = 12
_FINDINGS = 8
_OWN = 6


def audit_lines(audit: Audit, width: int, ascii: bool = False) -> list[str]:
    """The audit in lines of at most so many cells, but for what is to be pasted."""
    lines = [headline(audit), ""]
    for number, group in enumerate(audit.groups[:_GROUPS], 1 if audit.groups[0].drift else 0):
        lines += _group(audit, group, number, width)
    lines += _more(audit.groups[_GROUPS:], audit)
    lines += (f"  {row}" for line in _own(audit) for row in fold_words(line, width - 2))
    lines += [""] if audit.own else []
    for common in audit.findings[:_FINDINGS]:
        lines += [*_finding(audit, common, width, ascii), ""]
    if len(audit.findings) > _FINDINGS:
        lines += [f"and {count_text(len(audit.findings) - _FINDINGS, 'finding', 'findings')} more: --json has all", ""]
    lines = "\n".join((*lines, *_unread(audit))).rstrip("\n").split("\n")
    return [line.encode("ascii", "backslashreplace").decode() for line in lines] if ascii else lines


def audit_plain(audit: Audit) -> list[str]:
    """The audit in numbered sentences, a line each."""
    told = [headline(audit)]
    for group in audit.groups:
        where = f"{count_text(len(group.nodes), 'node', 'nodes')} ({names(audit, group.nodes)})"
        if not group.drift:
            told.append(f"{where}: equal; {chain_of(audit, group)}")
        for drift, span in zip(group.drift, group.since, strict=True):
            told.append(f"{where} drifted: {thing(drift)}: {change(drift)} {since(span)}".rstrip())
    told += _own(audit)
    for common in audit.findings:
        (sentence,) = plain_finding_lines([common.finding])
        told.append(f"{_on(audit, common)}: {sentence.removeprefix('1. ')}")
    told += _unread(audit)
    return [f"{number}. {line}" for number, line in enumerate((line for line in told if line), 1)]


def headline(audit: Audit) -> str:
    """How many nodes, and how many of them drifted."""
    drifted = sum(len(group.nodes) for group in audit.groups if group.drift)
    out = f", {len(audit.refused)} left out" if audit.refused else ""
    count = f"{count_text(len(audit.looks), 'node', 'nodes')}{out}"
    if not drifted:
        return f"{count}, all equal" if len(audit.looks) > 1 else count
    kinds = sum(1 for group in audit.groups if group.drift)
    ways = "" if kinds == 1 else f" in {kinds} ways"
    return f"{count}, {drifted} of them drifted{ways}"


def _group(audit: Audit, group: Group, number: int, width: int) -> Iterator[str]:
    label = f"drift {number}" if group.drift else "equal"
    head = f"{label}  {count_text(len(group.nodes), 'node', 'nodes')}: {names(audit, group.nodes)}"
    yield from fold_words(head, width, "  ")
    if not group.drift:
        yield from (f"  {row}" for row in fold_words(chain_of(audit, group), width - 2))
    for drift, span in list(zip(group.drift, group.since, strict=True))[:_DRIFTS]:
        yield from (f"  {row}" for row in fold_words(f"{thing(drift)}: {change(drift)}", width - 2, "  "))
        if since(span):
            yield f"    {since(span)}"
    if len(group.drift) > _DRIFTS:
        yield f"  and {count_text(len(group.drift) - _DRIFTS, 'difference', 'differences')} more: --json has all"
    yield ""


def _more(groups: tuple[Group, ...], audit: Audit) -> Iterator[str]:
    if groups:
        nodes = [each for group in groups for each in group.nodes]
        yield f"and {count_text(len(groups), 'group', 'groups')} more, of {names(audit, nodes)}: --json has all"


def _own(audit: Audit) -> list[str]:
    if not audit.own:
        return []
    shown = ", ".join(f"{one_line(name)} {one_line(what)}" for _, name, what in audit.own[:_OWN])
    more = f" and {len(audit.own) - _OWN} more" if len(audit.own) > _OWN else ""
    return [f"each node's own, and not compared: {shown}{more}"]


def _finding(audit: Audit, common: Common, width: int, ascii: bool) -> Iterator[str]:
    first, *rest = finding_lines([common.finding], width, ascii)
    yield first
    yield from (f"  {row}" for row in fold_words(_on(audit, common), width - 2))
    yield from rest


def _on(audit: Audit, common: Common) -> str:
    where = f"on {count_text(len(common.nodes), 'node', 'nodes')}: {names(audit, common.nodes)}"
    return where if len(common.nodes) == 1 else f"{where}; told of the first"


def _unread(audit: Audit) -> list[str]:
    return [*(f"left out: {one_line(line, 200)}" for line in audit.refused[:_GROUPS]), *_unread_parts(audit)]


def _unread_parts(audit: Audit) -> list[str]:
    return [f"could not be read on {one_line(audit.looks[node].name)}: {one_line('; '.join(lines), 200)}"
            for node, lines in list(audit.unread.items())[:_GROUPS]]  # fmt: skip
