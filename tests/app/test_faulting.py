"""The dialog that offers faults, and what a stepped run does with them."""

from dataclasses import replace

from app.faulting import FAULT_KEYS, chosen_fault, fault_choices, fault_question, fault_words
from app.gate import Gate
from app.screens.error import ErrorScreen
from tests.support.screens import NARROW, Feed, backend_of, debugger, screen_lines, screen_of, until
from tests.support.traces import failing_add, recorded
from traces.errors import InputError
from traces.model.fault import Fault, FaultKind
from traces.timeline.playback import Motion
from traces.timeline.replay import replay

TRACE = failing_add()
KEYS_OF_THE_DIALOG = {"j", "k", "q"}


def test_every_kind_has_a_key_of_its_own() -> None:
    assert sorted(FAULT_KEYS.values()) == sorted(FaultKind)
    assert not KEYS_OF_THE_DIALOG & FAULT_KEYS.keys()
    assert [choice.key for choice in fault_choices()] == list(FAULT_KEYS)


def test_a_choice_is_one_row_of_a_narrow_terminal() -> None:
    assert [choice.label for choice in fault_choices() if len(choice.label) > 64] == []


def test_the_question_says_what_will_happen() -> None:
    title, text = fault_question(TRACE, 1, live=False)
    assert (title, "ADD is rerun" in text) == ("Try a fault on link 1, portmap", True)
    assert "which comes next" in fault_question(TRACE, 1, live=True)[1]


def test_a_chosen_fault_is_of_the_trace_s_own_verb() -> None:
    fault = chosen_fault(replace(TRACE, verb="VALIDATE"), 1, "h")
    assert (fault.plugin, fault.link, fault.verb, fault.kind) == ("portmap", 1, "VERSION", FaultKind.HANG)
    assert fault_words(replace(fault, plugin="\x1b[31mred")).isprintable()


async def test_a_stepped_run_gets_a_fault_at_the_link_it_stands_before() -> None:
    feed, gate, armed = Feed(), Gate(), list[Fault]()
    backend = replace(backend_of((), live=feed.events()), gate=gate, arm=armed.append)
    async with debugger(backend=backend, motion=Motion.NONE).run_test(size=NARROW, notifications=True) as pilot:
        screen = screen_of(pilot)
        feed.give(*replay(recorded()))
        feed.end()
        try:
            await until(pilot, lambda: screen.held_before == 0)
            await pilot.press("t", "e")
            await until(pilot, lambda: bool(armed))
            await until(pilot, lambda: any("Put in: link 0, bridge" in line for line in screen_lines(pilot)))
        finally:
            gate.hold(False)
    assert [(fault.link, fault.kind) for fault in armed] == [(0, FaultKind.ERROR)]


async def test_a_fault_that_cannot_be_put_in_is_told() -> None:
    def refuse(fault: Fault) -> None:
        raise InputError("that needs the plugin, and there is no bridge here")

    feed, gate = Feed(), Gate()
    backend = replace(backend_of((), live=feed.events()), gate=gate, arm=refuse)
    async with debugger(backend=backend, motion=Motion.NONE).run_test(size=NARROW) as pilot:
        feed.give(*replay(recorded()))
        feed.end()
        try:
            await until(pilot, lambda: screen_of(pilot).held_before == 0)
            await pilot.press("t", "n")
            await until(pilot, lambda: isinstance(pilot.app.screen, ErrorScreen))
        finally:
            gate.hold(False)
