import json
from typing import Any

import pytest

from tests.support.traces import LOOPBACK_FIRST, MULTUS, failing_add, recorded, simple_call
from traces.model.call import Outcome
from traces.timeline.glyphs import ASCII, UNICODE
from traces.timeline.words import (
    delegate_note,
    dropped_mark,
    end_words,
    reply_facts,
    reply_label,
    request_label,
    request_note,
    running_note,
    touched_words,
)


def test_a_first_link_has_no_prev_result() -> None:
    assert request_label(recorded().calls[0]) == "ADD"


def test_the_size_of_prev_result_is_told() -> None:
    call = simple_call(1, "p", stdin=b'{"prevResult": {"a": "\xc3\xa9"}}')
    assert request_label(call) == "ADD prevResult 10 B"


def test_capability_arguments_are_named() -> None:
    assert request_note(recorded().calls[2]) == "portMappings"
    assert request_note(recorded().calls[0]) == ""


def test_ipam_is_told_from_other_delegates() -> None:
    bridge, host_local = recorded().calls[:2]
    assert delegate_note(bridge, host_local) == "ipam"
    multus, loopback = recorded(MULTUS).calls[:2]
    assert delegate_note(multus, loopback) == "delegate"


def test_a_result_is_counted() -> None:
    assert reply_label(recorded().calls[0]) == "1 ip 3 if 1 route"


def test_an_old_results_addresses_are_counted() -> None:
    call = simple_call(0, "p", stdout=b'{"ip4": {"ip": "10.0.0.2/24"}, "ip6": {"ip": "fd::2/64"}}')
    assert reply_label(call) == "2 ips"


def test_what_was_dropped_is_counted() -> None:
    loopback, bridge = recorded(LOOPBACK_FIRST).calls[:2]
    assert dropped_mark(bridge, UNICODE) == f"{UNICODE.dropped}3 dropped"
    assert dropped_mark(bridge, ASCII) == "-3 dropped"
    assert dropped_mark(loopback, UNICODE) == ""


def test_an_empty_answer_to_del_is_ok() -> None:
    assert reply_label(simple_call(0, "p", verb="DEL", stdout=b"")) == "ok"


def test_an_error_shows_code_and_message() -> None:
    assert reply_label(failing_add().calls[-1]) == "code 11 iptables: chain exists"


@pytest.mark.parametrize(
    ("changes", "label"),
    [
        ({"outcome": Outcome.KILLED, "signal": 9}, "killed by SIGKILL"),
        ({"outcome": Outcome.KILLED, "signal": 999}, "killed by signal 999"),
        ({"outcome": Outcome.UNREADABLE, "stdout": b"log line\n{}"}, "not a result: log line {}"),
        ({"outcome": Outcome.UNREADABLE, "stdout": b" "}, "no result on stdout"),
        ({"outcome": Outcome.FAILED, "stdout": b"", "stderr": b"a\npanic: nil\n"}, "no error object: panic: nil"),
        (
            {"outcome": Outcome.FAILED, "stderr": b"log\npanic: nil map\n\ngoroutine 1 [running]:\n\tx.go:2 +0x2a\n"},
            "no error object: panic: nil map",
        ),
        ({"outcome": Outcome.FAILED, "stderr": b"a\n" + b"x" * 3000 + b" \n\n"}, "no error object: " + "x" * 383),
        (
            {"outcome": Outcome.FAILED, "stderr": b"a\nb", "truncated": ("stderr",)},
            "no error object (of stderr only the beginning was kept)",
        ),
        ({"outcome": Outcome.NOT_STARTED, "stderr": b""}, "could not be executed "),
        ({"outcome": Outcome.LOST}, "its end was not seen"),
    ],
)
def test_every_way_to_fail_has_words(changes: dict[str, Any], label: str) -> None:
    assert reply_label(simple_call(0, "p", **changes)) == label.strip()


def test_json_nested_too_deep_is_no_object() -> None:
    call = simple_call(0, "p", stdin=b"[" * 100_000, stdout=b"[" * 100_000)
    assert request_label(call) == "ADD"
    assert reply_label(call) == "empty result"


def test_an_error_whose_parts_are_odd_is_still_shown() -> None:
    call = simple_call(
        0, "p", outcome=Outcome.ERROR, stdout=json.dumps({"code": "x", "msg": ["a"], "details": 5}).encode()
    )
    assert reply_label(call) == "['a']; 5"


def test_facts_of_a_reply_come_short_and_full() -> None:
    call = failing_add().calls[-1]
    assert reply_facts(call, UNICODE) == [" 51 ms", "exit 1", "2 lines stderr"]
    assert reply_facts(call, UNICODE, short=True) == [" 51 ms", "exit 1", "!2"]


def test_lines_of_stderr_are_counted_as_its_tab_counts_them() -> None:
    call = simple_call(0, "p", stderr=b"10%\r20%\r30%\nok\n")
    assert reply_facts(call, UNICODE)[-1] == "2 lines stderr"


def test_very_many_lines_are_told_in_few_cells() -> None:
    for count, text in ((99, "!99"), (250, "250 lines"), (165_669, "165k lines")):
        call = simple_call(0, "p", stderr=b"x\n" * count)
        assert reply_facts(call, UNICODE, short=True)[-1] == text


def test_an_end_is_told_in_two_words() -> None:
    assert end_words(simple_call(0, "p")) == "exit 0"
    assert end_words(simple_call(0, "p", exit_code=None, signal=9)) == "SIGKILL"
    assert end_words(simple_call(0, "p", exit_code=None, signal=99)) == "signal 99"
    assert end_words(simple_call(0, "p", exit_code=None, outcome=Outcome.RUNNING)) == "running"
    assert end_words(simple_call(0, "p", exit_code=None, outcome=Outcome.LOST)) == "end not seen"


def test_streams_that_were_cut_off_are_named() -> None:
    call = simple_call(0, "p", truncated=("stdout", "stderr"))
    assert reply_facts(call, UNICODE)[-1] == "stdout, stderr cut off"


def test_a_running_call_counts_seconds() -> None:
    call = simple_call(0, "p", ended=None, outcome=Outcome.RUNNING)
    assert running_note(call, call.started + 3_250_000_000, UNICODE) == "running 3.2 s"
    assert running_note(call, call.started + 125_000_000_000, UNICODE) == "running 2 m 05 s"
    assert running_note(call, 0, UNICODE) == "running…"


@pytest.mark.parametrize(
    ("touched", "request_words", "reply_words"),
    [
        ((), "", ""),
        (("stdin",), "stdin edited by hand", ""),
        (("stdin", "env"), "stdin edited by hand, environment edited by hand", ""),
        (("answer",), "", "answered by hand"),
        (("argv",), "argv changed by hand", ""),
    ],
)
def test_what_was_done_by_hand_has_words(touched: tuple[str, ...], request_words: str, reply_words: str) -> None:
    call = simple_call(0, "p", touched=touched)
    assert touched_words(call, answer=False) == request_words
    assert touched_words(call, answer=True) == reply_words
    assert reply_facts(call, UNICODE)[:-2] == ([reply_words] if reply_words else [])
