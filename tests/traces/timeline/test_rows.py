import re
from dataclasses import replace

import pytest

from tests.support.big_traces import chain_of
from tests.support.kernel_trace import EMPTY, kernel_trace
from tests.support.nested import two_more_networks
from tests.support.touched import touched_add
from tests.support.traces import (
    FLANNEL_WITHOUT_SUBNET,
    LOOPBACK_FIRST,
    failing_add,
    failing_del,
    hostile,
    long_chain,
    missing_plugin,
    recorded,
    running,
)
from traces.model.trace import Trace
from traces.timeline.cells import Ink, plain
from traces.timeline.diagram import Options, layout
from traces.timeline.glyphs import UNICODE
from traces.timeline.measure import cells
from traces.timeline.rows import draw_row
from traces.timeline.steps import steps


def test_what_a_del_left_behind_stands_out_below_the_steps() -> None:
    notes = ("left by design: bridge cni0", "LEFT BEHIND by link 0, bridge: link veth1")
    trace = replace(failing_del(), notes=notes)
    diagram = layout(trace, steps(trace), 110)
    rows = [draw_row(diagram, index) for index in range(diagram.steps_height, diagram.height)]
    inks = {plain(row.gutter + row.note).strip(): row.note[0].ink for row in rows if row.note}
    assert inks["note: LEFT BEHIND by link 0, bridge: link veth1"] is Ink.DISPUTED
    assert inks["note: left by design: bridge cni0"] is Ink.NOTE


def drawn(trace: Trace, width: int = 110, *, ascii_only: bool = False) -> list[str]:
    diagram = layout(trace, steps(trace), width, Options(ascii_only=ascii_only))
    rows = [draw_row(diagram, index) for index in range(diagram.steps_height)]
    return [plain(row.gutter) + plain(row.body) + plain(row.note) for row in rows]


def test_a_call_is_solid_and_names_its_message() -> None:
    assert re.search(r"├── ADD prevResult 302 B ─+►┃", drawn(recorded())[4])


def test_a_reply_is_dashed_and_names_its_result() -> None:
    assert re.search(r"│◄╌ 1 ip 3 if 1 route ╌+┃", drawn(recorded())[5])


def test_ascii_draws_the_same_with_other_signs() -> None:
    rows = drawn(recorded(), ascii_only=True)
    assert all(row.isascii() for row in rows)
    assert re.search(r"\|-- ADD prevResult 302 B -+>#", rows[4])
    assert re.search(r"\|< 1 ip 3 if 1 route +- - - .*#", rows[5])


def test_notes_say_time_and_exit() -> None:
    rows = drawn(recorded())
    assert rows[1].endswith("ipam".ljust(25))
    assert "6.0 ms  exit 0" in rows[2]
    assert "portMappings" in rows[4]


def test_the_failing_reply_is_marked_in_number_arrow_and_note() -> None:
    diagram = layout(failing_add(), steps(failing_add()), 130)
    row = draw_row(diagram, 5)
    assert plain(row.gutter) == " 06✗ "
    assert "✗ code 11 iptables: chain exists" in plain(row.body)
    assert "51 ms  exit 1  2 lines stderr" in plain(row.note)
    assert {span.ink for span in (*row.gutter, *row.note) if span.text.strip()} == {Ink.FAILED}
    assert Ink.BAR_FAILED in {span.ink for span in row.body}


def test_links_never_reached_are_drawn_as_such() -> None:
    assert re.search(r"  tuning never reached [· ]+○", drawn(failing_add())[-1])


def test_an_unreached_link_near_the_runtime_has_its_words_behind() -> None:
    assert "○ bridge never reached" in drawn(failing_del(), 75)[-1]


def test_a_missing_plugin_is_a_crossed_arrow() -> None:
    row = drawn(missing_plugin(), 120)[6]
    assert re.search(r'├── ✗ failed to find plugin "bandwidth" in p.* ─✗┊', row)
    assert "no process" in row


def test_what_the_arrow_cannot_say_stands_beside_it() -> None:
    assert "exit 1  ✗ code 999 fa" in drawn(recorded(FLANNEL_WITHOUT_SUBNET), 75)[1]


def test_a_running_call_says_so() -> None:
    assert "running…" in drawn(running())[4]


def test_a_narrow_reply_says_the_most_important() -> None:
    assert "│◄ 1 ip ╌┃" in drawn(recorded(), 70)[3]


def test_folded_delegates_are_named_beside_their_caller() -> None:
    rows = drawn(recorded(), 70)
    assert "┃──► host-local ADD " in rows[1]
    assert "┃◄╌╌ 1 ip 1 route" in rows[2]


def test_what_a_folded_delegate_calls_is_drawn_deeper() -> None:
    rows = drawn(two_more_networks(), 80)
    assert "┃──► bridge ADD " in rows[3]
    assert "┃────► host-local ADD " in rows[4]
    assert "┃◄╌╌╌╌ 1 ip " in rows[5]


def test_without_room_a_folded_delegate_is_only_named() -> None:
    assert re.search(r"┃──► host-local +ipam", drawn(two_more_networks(), 120)[16])


def test_a_link_of_a_network_inside_names_interface_and_network() -> None:
    rows = drawn(two_more_networks(), 80)
    assert rows[9].rstrip().endswith("net1  storage")
    assert rows[10].rstrip().endswith("ipam")


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("width", [60, 66, 75, 80, 111, 160])
@pytest.mark.parametrize(
    "trace", [recorded(), failing_add(), failing_del(), missing_plugin(), running(), recorded(LOOPBACK_FIRST)]
)
def test_every_row_is_exactly_as_wide_as_the_room(trace: Trace, width: int, ascii_only: bool) -> None:
    assert {cells(row) for row in drawn(trace, width, ascii_only=ascii_only)} == {width}


@pytest.mark.parametrize("width", [20, 60, 80, 160])
def test_hostile_text_is_harmless_and_in_its_place(width: int) -> None:
    diagram = layout(hostile(), steps(hostile()), width)
    for row in drawn(hostile(), width):
        assert cells(row) == diagram.width
        assert row.isprintable()


def test_a_very_long_arrow_has_its_label_at_both_ends() -> None:
    assert drawn(long_chain(), 80)[398].count("ADD prevResult 22 B") == 2


def test_a_label_in_wide_glyphs_keeps_the_lanes() -> None:
    trace = failing_add()
    error = '{"code": 5, "msg": "網路不通網路不通網路不通"}'.encode()
    wide = replace(trace, calls=(*trace.calls[:-1], replace(trace.calls[-1], stdout=error)))
    row = drawn(wide)[5]
    assert "✗ code 5 網路不通網路" in row
    assert cells(row) == 110


@pytest.mark.parametrize(
    ("width", "label"),
    [(160, "1 ip 3 if 1 route  {}"), (100, "1 ip 3 if  {}"), (80, "1 ip  {}"), (60, "1 ip  {}")],
)
def test_a_reply_that_dropped_something_is_marked(width: int, label: str) -> None:
    mark = f"{UNICODE.dropped}3 dropped"
    assert f"◄╌ {label.format(mark)} ╌" in drawn(recorded(LOOPBACK_FIRST), width)[5]


def test_the_mark_outlives_the_counts_beside_its_caller() -> None:
    trace = recorded(LOOPBACK_FIRST)
    first = replace(trace, calls=trace.calls[1:2], network=replace(trace.network, links=trace.network.links[1:2]))
    assert f"{UNICODE.dropped}3" in drawn(replace(first, calls=(replace(first.calls[0], link=1),)), 20)[1]


def test_the_mark_has_an_ink_of_its_own() -> None:
    diagram = layout(recorded(LOOPBACK_FIRST), steps(recorded(LOOPBACK_FIRST)), 120)
    marked = [
        [span.text for span in draw_row(diagram, index).body if span.ink is Ink.DROPPED]
        for index in range(diagram.steps_height)
    ]
    assert marked == [[], [], [], [], [], [f"{UNICODE.dropped}3 dropped"], [], []]


def test_the_mark_has_a_twin_in_ascii() -> None:
    assert re.search(r"\|< 1 ip 3 if  -3 dropped [ -]*#", drawn(recorded(LOOPBACK_FIRST), 100, ascii_only=True)[5])


def test_claims_that_are_not_so_are_marked_beside_the_answer() -> None:
    trace = kernel_trace(EMPTY)
    wide, narrow = (layout(trace, steps(trace), width) for width in (110, 60))
    note = draw_row(wide, 3).note
    assert plain(note).split("  ")[1:4] == ["4.0 ms", "8 not in kernel", "exit 0"]
    assert [span.text for span in note if span.ink is Ink.DISPUTED] == ["8 not in kernel"]
    assert [span.text for span in draw_row(narrow, 3).note if span.ink is Ink.DISPUTED] == ["≠8"]
    assert not any(span.ink is Ink.DISPUTED for span in draw_row(wide, 2).note)


def test_a_folded_call_that_finds_no_room_beside_its_lane_is_named_in_the_note() -> None:
    networks = (
        ("a", "eth0", (("bridge", "host-local"), ("portmap", ""), ("tuning", ""))),
        ("b", "net1", (("ptp", "host-local"), ("sbr", ""))),
        ("c", "net2", (("macvlan", "static"),)),
    )
    rows = drawn(two_more_networks(networks=networks), 96)
    assert any(re.search(r"┃[─►]+ +static  ipam", row) for row in rows)
    assert not any(re.search(r"host-local ADD.*host-local", row) for row in rows)


@pytest.mark.parametrize(
    ("width", "asked", "answered"),
    [
        (260, "stdin edited by hand, environment edited by hand", "answered by hand  8.0 ms  exit 0"),
        (110, "stdin, env by hand", "answered by hand  8.0 ms"),
        (80, "by hand", "answered by hand"),
    ],
)
def test_what_was_done_by_hand_is_said_beside(width: int, asked: str, answered: str) -> None:
    rows = drawn(touched_add(), width)
    assert rows[0].rstrip().endswith(f" {asked}")
    assert rows[5].rstrip().endswith(f" {answered}")
    assert sum("by hand" in row for row in rows) == 2


@pytest.mark.parametrize("offset", [0, 1, 7, 40, 330])
def test_a_window_of_a_row_is_cut_from_the_whole(offset: int) -> None:
    trace = chain_of(40, delegates=20)
    diagram = layout(trace, steps(trace), 100)
    for index in range(0, diagram.height, 7):
        window = range(offset, min(offset + 50, diagram.lanes.width))
        whole, part = draw_row(diagram, index), draw_row(diagram, index, window)
        assert plain(part.body) == plain(whole.body)[offset : offset + 50]
        assert (part.gutter, part.note) == (whole.gutter, whole.note)
