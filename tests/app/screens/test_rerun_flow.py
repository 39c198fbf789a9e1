import json
import re
from collections.abc import Iterator
from dataclasses import replace

from textual.pilot import Pilot
from textual.widgets import TextArea

from app.live.link_edit import LinkEdit
from app.screens.choice import ChoiceScreen
from app.screens.edit import EditScreen
from app.screens.error import ErrorScreen
from app.screens.rerun_flow import missing_before
from tests.support.reruns import BRANCH, PARENT, Reruns
from tests.support.screens import NARROW, HeldClock, backend_of, debugger, screen_lines, screen_of, until
from tests.support.traces import failing_del
from traces.errors import InputError
from traces.model.events import Event
from traces.model.fault import Fault
from traces.model.trace import Branch, Trace
from traces.simulate.faults import sentence
from traces.timeline.replay import replay


async def at_link_one(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press("n", *keys)
    await pilot.pause()


def words(pilot: Pilot[None]) -> str:
    """What stands on the screen, without boxes and line ends."""
    return " ".join(" ".join(re.sub(r"[▌▅]", " ", line) for line in screen_lines(pilot)).split())


def dialog_words(pilot: Pilot[None]) -> str:
    """What stands in the dialog over the screen."""
    return " ".join(" ".join(line[4:76] for line in screen_lines(pilot)).split())


async def test_a_rerun_asks_how_and_says_where() -> None:
    reruns = Reruns()
    async with reruns.app.run_test(size=NARROW) as pilot:
        await at_link_one(pilot, "r")
        assert isinstance(pilot.app.screen, ChoiceScreen)
        text = dialog_words(pilot)
        assert "Rerun ADD from link 1, portmap" in text
        assert "sandbox" in text
        assert "Nothing was edited" in text
    assert reruns.asked == []


async def test_both_ways_can_be_chosen() -> None:
    for key, how in (("f", "first"), ("m", "materialise")):
        reruns = Reruns()
        async with reruns.app.run_test(size=NARROW) as pilot:
            await at_link_one(pilot, "r", key)
            await until(pilot, lambda asked=reruns.asked: bool(asked))  # type: ignore[misc]
        assert reruns.asked == [("parent", 1, LinkEdit(), how)]


async def test_the_branch_becomes_the_open_trace() -> None:
    async with Reruns().app.run_test(size=NARROW) as pilot:
        await at_link_one(pilot, "r", "enter")
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.current == "branch" and screen.count == 12)
        assert "branch from link 1" in screen_lines(pilot)[0]


async def test_an_edit_goes_into_the_rerun() -> None:
    reruns = Reruns()
    async with reruns.app.run_test(size=NARROW) as pilot:
        await at_link_one(pilot, "e", "p")
        assert isinstance(pilot.app.screen, EditScreen)
        area = pilot.app.screen.query_one(TextArea)
        assert "10.89.9.3/24" in area.text
        area.text = area.text.replace("10.89.9.3/24", "10.89.9.77/24")
        await pilot.press("ctrl+r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        assert "portmap is given your edited prevResult" in dialog_words(pilot)
        await pilot.press("f")
        await until(pilot, lambda: bool(reruns.asked))
    trace, link, edit, how = reruns.asked[0]
    assert (trace, link, how) == ("parent", 1, "first")
    assert json.loads(edit.stdin or b"")["prevResult"]["ips"][0]["address"] == "10.89.9.77/24"


async def test_an_edit_waits_for_a_later_rerun() -> None:
    reruns = Reruns()
    async with reruns.app.run_test(size=NARROW) as pilot:
        await at_link_one(pilot, "e", "p")
        area = pilot.app.screen.query_one(TextArea)
        area.text = area.text.replace("10.89.9.3/24", "10.89.9.77/24")
        await pilot.press("ctrl+r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        await pilot.press("escape", "r", "m")
        await until(pilot, lambda: bool(reruns.asked))
    assert b"10.89.9.77" in (reruns.asked[0][2].stdin or b"")


async def test_an_edit_that_changes_nothing_is_none() -> None:
    reruns = Reruns()
    async with reruns.app.run_test(size=NARROW) as pilot:
        await at_link_one(pilot, "e", "p", "ctrl+r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        await pilot.press("m")
        await until(pilot, lambda: bool(reruns.asked))
    assert reruns.asked == [("parent", 1, LinkEdit(), "materialise")]


async def test_leaving_the_editor_changes_nothing() -> None:
    reruns = Reruns()
    async with reruns.app.run_test(size=NARROW) as pilot:
        await at_link_one(pilot, "e", "p", "escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, EditScreen))
    assert reruns.asked == []


async def test_a_first_link_has_no_prev_result_to_edit() -> None:
    async with Reruns().app.run_test(size=NARROW) as pilot:
        await pilot.press("e")
        await pilot.pause()
        text = dialog_words(pilot)
        assert "stdin: the whole" in text and "environment: CNI_IFNAME" in text and "prevResult:" not in text


async def test_a_link_never_reached_has_nothing_to_edit() -> None:
    async with Reruns().app.run_test(size=NARROW, notifications=True) as pilot:
        for key in ("e", "r"):
            await pilot.press("G", key)
            await pilot.pause()
            assert "tuning was never reached; portmap, link 1, is the one that failed: p p p goes there" in words(pilot)


async def test_a_first_link_can_only_be_rerun_from_the_first() -> None:
    reruns = Reruns()
    async with reruns.app.run_test(size=NARROW) as pilot:
        await pilot.press("r")
        await pilot.pause()
        assert "materialise" not in dialog_words(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: bool(reruns.asked))
    assert reruns.asked == [("parent", 0, LinkEdit(), "first")]


async def test_a_rerun_that_fails_ends_on_its_failing_step() -> None:
    again = replace(PARENT, id="again", branch_of=Branch(trace="parent", link=1))
    held = HeldClock()
    app = debugger(PARENT, backend=backend_of((PARENT, again), rerun=lambda *_: replay(again)), clock=held)
    async with app.run_test(size=NARROW) as pilot:
        screen = screen_of(pilot)
        await at_link_one(pilot, "r", "f")
        await until(pilot, lambda: screen.current == "again" and not screen.is_run_under_way)
        for _ in range(40):
            held.passed += 0.4
            screen.tick()
        assert screen.stage is not None and screen.stage.step is not None and screen.stage.step.failed
        await pilot.press("e", "p")
        await pilot.pause()
        assert isinstance(pilot.app.screen, EditScreen)


async def test_a_failing_del_is_edited_at_its_middle_link() -> None:
    async with debugger(failing_del()).run_test(size=NARROW) as pilot:
        await pilot.press("n", "n", "e", "p")
        await pilot.pause()
        assert "prevResult of link 2, bandwidth" in screen_lines(pilot)[0]


async def test_a_rerun_that_is_refused_is_told() -> None:
    def refuse(trace: Trace, link: int, edit: LinkEdit, how: str) -> Iterator[Event]:
        raise InputError("no such place in stdin")
        yield

    app = debugger(PARENT, backend=backend_of((PARENT,), rerun=refuse))
    async with app.run_test(size=NARROW) as pilot:
        await at_link_one(pilot, "r", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ErrorScreen))
        await pilot.pause()
        assert "no such place in stdin" in " ".join(screen_lines(pilot))


def test_earlier_plugins_that_are_gone_are_known() -> None:
    here = replace(PARENT, calls=tuple(replace(call, path="/bin/sh") for call in PARENT.calls))
    gone = replace(here, calls=(replace(here.calls[0], path="/nowhere/bridge"), *here.calls[1:]))
    assert missing_before(here, 1) == ()
    assert missing_before(gone, 1) == ("bridge",)
    assert missing_before(gone, 0) == ()


async def test_a_fault_is_chosen_and_then_the_way() -> None:
    tried: list[tuple[str, str, LinkEdit, str]] = []

    def try_fault(trace: Trace, fault: Fault, edit: LinkEdit, how: str) -> Iterator[Event]:
        tried.append((trace.id, sentence(fault), edit, how))
        return replay(BRANCH)

    backend = replace(Reruns().backend, try_fault=try_fault)
    async with debugger(PARENT, backend=backend).run_test(size=NARROW) as pilot:
        await at_link_one(pilot, "t")
        assert "Try a fault on link 1, portmap" in dialog_words(pilot)
        await pilot.press("p")
        await pilot.pause()
        assert "Put in: link 1, portmap, ADD: panics." in dialog_words(pilot)
        assert tried == []
        await pilot.press("m")
        await until(pilot, lambda: screen_of(pilot).current == "branch")
    assert tried == [("parent", "link 1, portmap, ADD: panics", LinkEdit(), "materialise")]


async def test_a_link_that_was_never_reached_is_offered_no_fault() -> None:
    async with Reruns().app.run_test(size=NARROW, notifications=True) as pilot:
        await pilot.press("G", "t")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, ChoiceScreen)
        assert "is the one that failed" in words(pilot)


async def test_in_place_asks_once_more_and_names_what_runs() -> None:
    parent, asked = replace(PARENT, place="node"), list[tuple[str, int, LinkEdit, str]]()

    def rerun(trace: Trace, link: int, edit: LinkEdit, how: str) -> Iterator[Event]:
        asked.append((trace.id, link, edit, how))
        return replay(BRANCH)

    async with debugger(parent, backend=backend_of((parent, BRANCH), rerun=rerun)).run_test(size=NARROW) as pilot:
        await at_link_one(pilot, "r", "i")
        await pilot.pause()
        text = words(pilot)
        assert "Run it on this host, in the pod itself?" in text
        assert "plugins: portmap, bandwidth, firewall, tuning" in text
        assert "found in: " in text and "as: root" in text
        await pilot.press("n")
        assert asked == []
        await pilot.press("r", "i", "y")
        await until(pilot, lambda: bool(asked))
    assert asked == [("parent", 1, LinkEdit(), "in-place")]
