"""A report: its parts, its fences, and recorded text that stays text."""

import re
from dataclasses import replace

from tests.support.claimed import pod
from tests.support.kernel_trace import kernel_trace
from tests.support.touched import touched_add
from tests.support.traces import FLANNEL, LOOPBACK_FIRST, failing_add, hostile, recorded
from traces.diagnosis.of_trace import trace_findings
from traces.export.markdown import markdown_text
from traces.model.mark import Mark
from traces.timeline.marks import with_mark


def outside_code(text: str) -> str:
    """The report without its blocks of code, its inline code and its entities."""
    text = re.sub(r"^(`{3,})\w*\n.*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", text)


def test_a_report_begins_with_the_facts() -> None:
    lines = markdown_text([failing_add()]).splitlines()
    assert lines[0] == "# cnistep: `ADD five 1.0.0`: `FAILED at portmap, code 11`"
    assert "- for: `pod shop/web-0, eth0 in /run/netns/pod`" in lines
    assert "- secrets: `NOT replaced: this report is raw`" in lines
    assert "- secrets: `replaced by placeholders`" in markdown_text([replace(failing_add(), redacted=True)])


def test_a_report_has_both_sequences() -> None:
    text = markdown_text([failing_add()])
    assert "```text\nADD five 1.0.0 · pod shop/web-0" in text
    assert "```mermaid\nsequenceDiagram\n" in text


def test_each_call_is_folded_away() -> None:
    text = markdown_text([recorded(FLANNEL)])
    assert text.count("<details>") == text.count("</details>") == len(recorded(FLANNEL).calls)
    assert "<summary><code>host-local</code>, delegate of bridge: 1 ip 1 route, exit 0</summary>" in text
    assert '  "type": "flannel"' in text and "CNI_COMMAND=ADD" in text


def test_what_was_dropped_is_told() -> None:
    text = markdown_text([recorded(LOOPBACK_FIRST)])
    assert "## What the plugins did to the result" in text
    assert "- link 1, `bridge`, dropped: `interface lo" in text


def test_claims_that_are_not_so_are_told() -> None:
    text = markdown_text([kernel_trace(pod(addresses=()))])
    assert "- link 0, `bridge`, claims `address 10.1.0.2/16 on eth0`, but `the kernel has " in text


def test_a_fence_is_longer_than_what_it_holds() -> None:
    trace = recorded()
    call = replace(trace.calls[0], stderr=b"````\n# no heading\n````", plugin="a`b``c")
    text = markdown_text([replace(trace, calls=(call, *trace.calls[1:]))])
    assert "`````text\n````\n# no heading\n````\n`````" in text
    assert "no heading" not in outside_code(text)


def test_hostile_text_is_never_markup() -> None:
    rest = outside_code(markdown_text([hostile()]))
    assert not re.search(r"<(?!/?(?:details|summary|code)>)|[\[\]@\x1b\u202e]", rest)
    assert len(markdown_text([hostile()])) < 400_000


def test_several_traces_are_one_report() -> None:
    assert markdown_text([recorded(), recorded(verb="DEL")]).count("\n# cnistep: ") == 1


def test_what_was_done_by_hand_is_told() -> None:
    text = markdown_text([touched_add()])
    assert "if 1 route, exit 0, stdin edited by hand, environment edited by hand</summary>" in text
    assert "1 ip 3 if 1 route, exit 0, answered by hand</summary>" in text


def test_marks_and_what_stands_out_have_sections() -> None:
    text = markdown_text([with_mark(failing_add(), Mark(call="ADD-0", note="see `#1` [x](y)"))])
    assert "## Marks\n\n- ``mark at 1, request to bridge: see `#1` [x](y)``\n" in text
    assert "## What stands out\n\n- `6: portmap failed: code 11 iptables: chain exists`\n" in text
    assert "## Marks" not in markdown_text([failing_add()])


def test_what_is_wrong_comes_first_as_code() -> None:
    trace = failing_add()
    finding = replace(trace_findings(trace)[0], cause="it `is` [so](x) @all", next_step="ls -l; # <b>")
    text = markdown_text([trace], {trace.id: (finding,)})
    assert text.index("## What is wrong") < text.index("## Sequence")
    assert "- **error, exit&#47;error-object" in text or "- **error, exit/error-object, link 1" in text
    assert "next: `ls -l; # <b>`" in text and "stdout of portmap" in text
    assert "[so](x)" not in outside_code(text) and "@all" not in outside_code(text)
    assert "## What is wrong" not in markdown_text([trace])
