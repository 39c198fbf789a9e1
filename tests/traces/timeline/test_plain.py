"""The trace told line by line, for who can't see a drawing."""

from dataclasses import replace

from tests.support.touched import touched_add
from tests.support.traces import failing_add, hostile, recorded
from traces.model.mark import Mark
from traces.model.trace import Branch
from traces.timeline.marks import with_mark
from traces.timeline.plain import plain_text


def test_every_step_is_one_numbered_line() -> None:
    lines = plain_text(recorded()).splitlines()
    numbered = [line for line in lines if line[0].isdigit()]
    assert numbered[0].startswith("1. The runtime asks bridge (link 0): ADD")
    assert numbered[1].startswith("2. bridge asks host-local: ADD")
    assert lines[-1] == "ADD ended well."


def test_a_failure_is_a_word_and_the_rest_is_never_reached() -> None:
    text = plain_text(failing_add())
    assert "portmap answers: FAILED: code 11" in text
    assert "bandwidth (link 2) is never reached." in text
    assert text.splitlines()[-1].startswith("ADD failed: plugin type=")


def test_nothing_is_drawn() -> None:
    assert not set(plain_text(failing_add())) & set("│┃├─╌►◄✗○·")


def test_a_branch_says_where_it_is_from() -> None:
    edits = ({"op": "replace", "path": "/mtu", "value": 1400},)
    branch = replace(recorded(), branch_of=Branch(trace="parent", link=1, edits=edits), notes=("as said",))
    lines = plain_text(branch).splitlines()
    assert "Branch of parent: rerun from link 1, from the first link." in lines
    assert "Edited: /mtu = 1400." in lines
    assert "Note: as said." in lines


def test_hostile_text_cannot_reach_a_terminal() -> None:
    good = replace(hostile(), failure=None)
    for text in (plain_text(hostile()), plain_text(good)):
        assert all(line.isprintable() for line in text.split("\n"))


def test_what_was_done_by_hand_is_told() -> None:
    text = plain_text(touched_add())
    assert "The runtime asks bridge (link 0): ADD (stdin edited by hand, environment edited by hand)." in text
    assert "portmap answers: 1 ip 3 if 1 route (answered by hand, 8.0 ms, exit 0)." in text


def test_marks_are_told_with_their_notes() -> None:
    trace = with_mark(failing_add(), Mark(call="ADD-0", reply=True, note="why?"))
    assert "Mark at 4, reply of bridge: why?" in plain_text(with_mark(trace, Mark(link=2))).splitlines()
    assert "Mark at 7, bandwidth, never reached" in plain_text(with_mark(trace, Mark(link=2))).splitlines()
