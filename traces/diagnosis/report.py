"""Findings as lines of text and as JSON: the same wherever they are told. Everything recorded is made safe here."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from traces.model.finding import Evidence, Finding, Severity
from traces.timeline.fold import fold_words
from traces.timeline.measure import clip, count_text
from traces.timeline.printable import printable

_SIGNS = {Severity.ERROR: "✗", Severity.WARNING: "!", Severity.NOTE: "·"}
_ASCII_SIGNS = {Severity.ERROR: "x", Severity.WARNING: "!", Severity.NOTE: "-"}
_LABEL = 7
"""Cells of the words before evidence, next step and link, with their gap."""
_MOST_LINES = 6
_LONGEST = 400
"""Lines of one quote, and cells of one of its lines, that are shown; the JSON document has all."""


def finding_lines(findings: Sequence[Finding], width: int, ascii: bool = False) -> list[str]:
    """The findings in their order, each a few lines of at most so many cells, with an empty line between two.

    Sign and word of the severity, kind and place; the cause; what was seen where; what to do next; what to read.
    """
    lines: list[str] = []
    for finding in findings:
        lines += ["", *_lines(finding, max(width, 40), ascii)] if lines else _lines(finding, max(width, 40), ascii)
    return [line.encode("ascii", "backslashreplace").decode() for line in lines] if ascii else lines


def plain_finding_lines(findings: Sequence[Finding]) -> list[str]:
    """The findings told in numbered sentences, one line each, for screen readers and for grep."""
    return [f"{number}. {_sentence(finding)}" for number, finding in enumerate(findings, 1)]


def finding_document(finding: Finding) -> dict[str, Any]:
    """The finding as a JSON object: the fields of `Finding`, with their names."""
    return asdict(finding) | {"severity": str(finding.severity)}


def count_findings(findings: Sequence[Finding]) -> str:
    """How many there are of each severity: «2 errors, 1 warning»; «0 findings» where there are none."""
    counts = [(severity, sum(each.severity is severity for each in findings)) for severity in Severity]
    told = [count_text(count, str(severity), f"{severity}s") for severity, count in counts if count]
    return ", ".join(told) or "0 findings"


def has_error(findings: Sequence[Finding]) -> bool:
    """Whether one of them is an error: the exit code of a command that tells them is 1 then."""
    return any(finding.severity is Severity.ERROR for finding in findings)


def _lines(finding: Finding, width: int, ascii: bool) -> list[str]:
    sign = (_ASCII_SIGNS if ascii else _SIGNS)[finding.severity]
    facts = [str(finding.severity), printable(finding.kind), *_place(finding)]
    lines = list(fold_words(f"{sign} {'  '.join(facts)}", width, "  "))
    lines += (f"  {row}" for row in fold_words(_sentence_of(finding.cause), width - 2))
    for evidence in finding.evidence:
        lines += _labelled("seen", _evidence_lines(evidence), width)
    if finding.advice:
        lines += _labelled("do", [_sentence_of(finding.advice)], width)
    if finding.next_step:
        lines += _labelled("next", [printable(line) for line in finding.next_step.splitlines()], width, cut=False)
    if finding.specification:
        lines += _labelled("read", [printable(finding.specification)], width, cut=False)
    return [line.rstrip() for line in lines]


def _place(finding: Finding) -> Iterator[str]:
    if finding.verb:
        yield printable(finding.verb)
    if finding.link is not None:
        yield f"link {finding.link}"
    if not finding.is_proven:
        yield "(likely, not proven)"


def _evidence_lines(evidence: Evidence) -> list[str]:
    """The place, and the quote behind it where it is one line, below it where it is more."""
    quoted = printable(evidence.quote.strip("\n"), lines=True).split("\n")
    shown = [clip(line, _LONGEST) for line in quoted[:_MOST_LINES]]
    if len(quoted) > _MOST_LINES:
        shown.append(f"(and {count_text(len(quoted) - _MOST_LINES, 'line', 'lines')} more)")
    where = printable(evidence.where)
    if len(shown) == 1:
        return [f"{where}: {shown[0]}" if shown[0] else where]
    return [f"{where}:", *(f"  {line}" for line in shown)]


def _labelled(label: str, texts: Sequence[str], width: int, cut: bool = True) -> Iterator[str]:
    """The texts behind a word; what is to be pasted is left in one row, whatever the width."""
    head = f"    {label}".ljust(4 + _LABEL)
    for text in texts:
        rows = fold_words(text, width - len(head)) if cut else iter((text,))
        for row in rows:
            yield head + row
            head = " " * len(head)


def _sentence(finding: Finding) -> str:
    facts = [str(finding.severity), *_place(finding)]
    parts = [f"{', '.join(facts)}: {_sentence_of(finding.cause)} [{printable(finding.kind)}]"]
    parts += (f"Seen: {printable(each.where)}: {clip(printable(each.quote), _LONGEST)}." for each in finding.evidence)
    parts += [f"Do: {_sentence_of(finding.advice)}"] if finding.advice else []
    parts += [f"Next: {printable(finding.next_step)}"] if finding.next_step else []
    return " ".join(parts)


def _sentence_of(text: str) -> str:
    safe = printable(text).strip()
    return safe + ("" if safe.endswith((".", "!", "?")) else ".")
