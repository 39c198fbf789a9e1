"""A Mermaid diagram: its lanes, its calls, and names that can't become statements."""

import re
from dataclasses import replace

from tests.support.nested import two_more_networks
from tests.support.touched import touched_add
from tests.support.traces import FLANNEL, failing_add, hostile, long_chain, missing_plugin, recorded, running
from traces.export.mermaid import mermaid_text

STATEMENT = re.compile(
    r"    (?:participant p\d+ as (?P<name>[^\n]+)|(?:de)?activate p\d+|p\d+(?:->>|-->>|--x|-x)p\d+: (?P<said>[^\n]+)"
    r"|Note (?:over|right of) p\d+(?:,p\d+)?: (?P<note>[^\n]+))"
)
HARMLESS = re.compile(r"(?:[A-Za-z0-9 .,_/+()\u00a0-\U0010ffff-]|#\d+;)+")


def check(text: str) -> list[str]:
    """The statements, each of which is whole, harmless and about an activation that is there."""
    head, *lines = text.splitlines()
    assert head == "sequenceDiagram"
    active: list[str] = []
    for line in lines:
        found = STATEMENT.fullmatch(line)
        assert found, line
        words = found["name"] or found["said"] or found["note"] or "-"
        assert HARMLESS.fullmatch(words) and not re.search(r"\bend\b", words, re.IGNORECASE)
        if "activate" in line:
            verb, who = line.split()
            active.append(who) if verb == "activate" else active.remove(who)
    return [line.strip() for line in lines]


def test_every_lane_is_a_participant() -> None:
    lines = check(mermaid_text(recorded(FLANNEL)))
    assert lines[:3] == [
        "participant p0 as runtime",
        "participant p1 as flannel (link 0)",
        "participant p2 as bridge (delegate)",
    ]


def test_a_delegate_is_called_by_its_plugin() -> None:
    lines = check(mermaid_text(recorded(FLANNEL)))
    assert lines.index("activate p1") < lines.index("p1->>p2: ADD") < lines.index("deactivate p1")


def test_a_failed_call_ends_in_a_cross() -> None:
    lines = check(mermaid_text(failing_add()))
    assert any(re.match(r"p3--xp0: code 11 iptables#58; chain exists", line) for line in lines)
    assert "Note over p4: not reached" in lines
    assert lines[-1].startswith("Note over p0,p6: ")


def test_a_plugin_that_is_missing_is_crossed_out() -> None:
    assert any(line.startswith("p0-xp") for line in check(mermaid_text(missing_plugin())))


def test_a_running_call_stays_active() -> None:
    lines = check(mermaid_text(running()))
    assert lines[-1].startswith("activate ")


def test_hostile_names_stay_words() -> None:
    check(mermaid_text(hostile()))
    trace = recorded()
    named = replace(trace.calls[0], plugin="end; x\nparticipant y%%{init}#1;")
    assert "#101;nd#59; x participant" in mermaid_text(replace(trace, calls=(named, *trace.calls[1:])))


def test_many_lanes_are_all_there() -> None:
    assert len([line for line in check(mermaid_text(long_chain())) if line.startswith("participant")]) == 201
    check(mermaid_text(two_more_networks()))


def test_what_was_done_by_hand_is_told() -> None:
    lines = check(mermaid_text(touched_add()))
    assert "p0->>p1: ADD (stdin edited by hand, environment edited by hand)" in lines
    assert "p3-->>p0: 1 ip 3 if 1 route (answered by hand, 8.0 ms, exit 0)" in lines
