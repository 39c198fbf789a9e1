"""The trace told line by line, for who can't see a drawing."""

from dataclasses import replace

from tests.support.traces import failing_add, hostile, recorded
from traces.model.trace import Branch
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
