"""Findings as text and as JSON."""

import json

import pytest

from traces.diagnosis.report import (
    count_findings,
    finding_document,
    finding_lines,
    has_error,
    plain_finding_lines,
)
from traces.model.finding import Evidence, Finding, Severity
from traces.timeline.measure import cells

COMMAND = "curl -fsSL https://example.org/a/very/long/path/that/is/wider/than/the/terminal | tar -xz -C /opt/cni/bin"


def finding(severity: Severity = Severity.ERROR, quote: str = "bridge host-local") -> Finding:
    """One finding with everything."""
    return Finding(
        kind="binary/missing",
        severity=severity,
        cause="portmap, link 1 of demo-net, is in none of the plugin folders, and so every ADD of every pod ends there",
        evidence=(Evidence(where="/opt/cni/bin (folder)", quote=quote),),
        next_step=COMMAND,
        advice="install it",
        specification="https://www.cni.dev/docs/spec/",
        link=1,
        verb="ADD",
    )


def test_sign_word_kind_and_place_come_first() -> None:
    lines = finding_lines([finding()], 80)
    assert lines[0] == "✗ error  binary/missing  ADD  link 1"


def test_unproven_finding_says_so() -> None:
    unproven = Finding(kind="x/y", severity=Severity.NOTE, cause="c", evidence=(), is_proven=False)
    assert finding_lines([unproven], 80)[0] == "· note  x/y  (likely, not proven)"


@pytest.mark.parametrize("width", [40, 60, 100])
def test_only_what_is_pasted_is_wider(width: int) -> None:
    wide = [line for line in finding_lines([finding(quote="word " * 60)], width) if cells(line) > width]
    assert f"    next   {COMMAND}" in wide
    assert all(line.lstrip().startswith(("next", "read")) for line in wide)


def test_recorded_text_is_made_harmless() -> None:
    text = "\n".join(finding_lines([finding(quote="\x1b]52;c;YQ==\x07")], 80))
    assert "\x1b" not in text
    assert "␛]52" in text


def test_long_quotes_are_cut() -> None:
    lines = finding_lines([finding(quote="\n".join(f"frame {number}" for number in range(50)))], 80)
    assert any("frame 5" in line for line in lines)
    assert not any("frame 7" in line for line in lines)
    assert any("(and 44 lines more)" in line for line in lines)


def test_ascii_has_no_other_character() -> None:
    lines = finding_lines([finding(quote="網")], 80, ascii=True)
    assert lines[0].startswith("x error")
    assert all(line.isascii() for line in lines)


def test_findings_have_a_line_between_them() -> None:
    assert finding_lines([finding(), finding()], 80).count("") == 1


def test_plain_is_one_line_each() -> None:
    first, second = plain_finding_lines([finding(quote="a\nb"), finding(Severity.NOTE)])
    assert first.startswith("1. error, ADD, link 1: portmap")
    assert "a␊b" in first
    assert second.startswith("2. note")


def test_document_is_json_with_every_field() -> None:
    document = json.loads(json.dumps(finding_document(finding())))
    assert (document["kind"], document["severity"], document["link"]) == ("binary/missing", "error", 1)
    assert document["evidence"][0]["quote"] == "bridge host-local"
    assert document["is_proven"] is True


def test_counts_are_in_words() -> None:
    findings = [finding(), finding(), finding(Severity.NOTE)]
    assert count_findings(findings) == "2 errors, 1 note"
    assert count_findings([]) == "0 findings"


def test_only_errors_count_as_wrong() -> None:
    assert has_error([finding()])
    assert not has_error([finding(Severity.WARNING)])
