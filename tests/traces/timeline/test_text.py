from dataclasses import replace

import pytest

from tests.support.traces import failing_add, hostile, long_chain, missing_plugin, recorded, running
from traces.model.mark import Mark
from traces.timeline.marks import with_mark
from traces.timeline.measure import cells
from traces.timeline.text import sequence_text


def test_the_header_names_all_that_matters() -> None:
    header = sequence_text(failing_add()).splitlines()[0]
    assert header == "ADD five 1.0.0 · pod shop/web-0 · eth0 · ran in the sandbox · FAILED at portmap, code 11"


def test_the_last_line_names_the_link_and_libcnis_words() -> None:
    text = sequence_text(failing_add())
    assert text.endswith('\n✗ link 1, portmap: plugin type="portmap" failed (add): iptables: chain exists\n')


def test_a_missing_plugin_is_named_with_libcnis_words() -> None:
    text = sequence_text(missing_plugin())
    assert 'link 2, bandwidth: failed to find plugin "bandwidth" in path [/opt/cni/bin]' in text


def test_a_good_trace_ends_with_its_last_step() -> None:
    lines = sequence_text(recorded()).splitlines()
    assert lines[0].endswith("ok, 68 ms")
    assert lines[-1].startswith(" 12  ")


def test_a_trace_under_way_says_so() -> None:
    text = sequence_text(running())
    assert "runs in the sandbox · under way" in text
    assert "running…" in text


def test_notes_and_stand_ins_are_told() -> None:
    text = sequence_text(replace(recorded(), notes=("netns was mapped",), simulated=("bridge",)))
    assert "note: netns was mapped\nsimulated: bridge\n" in text


def test_ascii_text_is_ascii_to_the_last_sign() -> None:
    assert sequence_text(failing_add(), ascii=True).isascii()
    assert sequence_text(hostile(), ascii=True).isascii()


@pytest.mark.parametrize("width", [60, 75, 80, 100, 160])
def test_the_sequence_keeps_to_its_width(width: int) -> None:
    body = sequence_text(failing_add(), width=width).splitlines()[2:-2]
    assert max(cells(line) for line in body) <= width


def test_hostile_text_cannot_reach_a_terminal() -> None:
    lines = sequence_text(hostile(), width=400).split("\n")
    assert any("cut off" in line for line in lines)
    assert all(line.isprintable() for line in lines)
    assert max(len(line) for line in lines) < 5000


def test_two_hundred_links_can_be_printed() -> None:
    assert len(sequence_text(long_chain()).splitlines()) == 404


def test_marks_are_shown_at_their_step_and_told_below() -> None:
    trace = with_mark(failing_add(), Mark(call="ADD-0", reply=True, note="why this chain?\x1b[2J"))
    lines = sequence_text(trace).splitlines()
    assert next(line for line in lines if line.startswith(" 04")).startswith(" 04◆ ")
    assert next(line for line in lines if line.startswith(" 03")).startswith(" 03  ")
    assert lines[-1] == "◆ mark at 4, reply of bridge: why this chain?␛[2J"
    told = sequence_text(trace, ascii=True).splitlines()
    assert next(line for line in told if line.startswith(" 04")).startswith(" 04m ")
    assert told[-1].startswith("m mark at 4, reply of bridge: why this chain?")
