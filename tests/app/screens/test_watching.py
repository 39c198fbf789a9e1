from dataclasses import replace
from pathlib import Path

from textual.pilot import Pilot

from app.launch import _advice
from app.screens.error import ErrorScreen
from tests.support.fake_node import ADVICE, FakeNode, on_node
from tests.support.screens import NARROW, WIDE, Feed, HeldClock, debugger, screen_lines, screen_of, until
from tests.support.traces import running
from traces.errors import InputError
from traces.model.events import ChainChanged
from traces.timeline.playback import Motion
from traces.timeline.replay import replay

CHANGE = ChainChanged(network="pods", source="/etc/cni/net.d/10.conflist", how="has changed", pods=("pod shop/web-0",))


def text(pilot: Pilot[None]) -> str:
    return "\n".join(screen_lines(pilot))


def head(pilot: Pilot[None]) -> str:
    return screen_lines(pilot)[0]


async def test_an_empty_node_says_what_to_do() -> None:
    node = FakeNode()
    async with debugger(backend=node.backend).run_test(size=WIDE) as pilot:
        await until(pilot, lambda: "LIVE node" in head(pilot))
        assert ADVICE.split(":")[0] in text(pilot)
        assert "following" in head(pilot)


async def test_a_call_appears_when_it_starts() -> None:
    node, held = FakeNode(), HeldClock()
    async with debugger(backend=node.backend, clock=held).run_test(size=WIDE) as pilot:
        node.see(on_node("one", 1, base=running()))
        await until(pilot, lambda: "1 of" not in head(pilot) and "pod shop/web-0" in head(pilot))
        assert "LIVE node" in head(pilot) and "running" in head(pilot)
        screen = screen_of(pilot)
        assert screen.stage is not None and screen.stage.is_running


async def test_a_hung_call_shows_its_seconds_in_the_list() -> None:
    node, held = FakeNode(), HeldClock()
    async with debugger(backend=node.backend, clock=held).run_test(size=WIDE) as pilot:
        node.see(replace(on_node("one", 0, base=running()), created="2025-01-01T00:00:00Z"))
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.current == "one")
        screen.list_time = 1_735_689_643_000_000_000
        await pilot.pause()
        assert "43 s" in text(pilot)


async def test_what_was_recorded_before_is_listed_and_is_not_new() -> None:
    node = FakeNode(on_node("old", 1, "db-0"), on_node("older", 0, "db-1"))
    async with debugger(backend=node.backend).run_test(size=WIDE) as pilot:
        await until(pilot, lambda: screen_of(pilot).current == "old")
        assert "TRACES 2, times" in text(pilot)
        assert "new" not in head(pilot)


async def test_nothing_moves_while_the_user_looks_at_a_trace() -> None:
    node, held = FakeNode(on_node("old", 1, "db-0")), HeldClock()
    async with debugger(backend=node.backend, clock=held).run_test(size=WIDE) as pilot:
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.current == "old")
        await pilot.press("full_stop")
        looked_at = screen.cursor
        held.passed += 60
        node.see(on_node("two", 2), on_node("three", 3, "web-1"))
        await until(pilot, lambda: "2 new" in head(pilot))
        assert (screen.current, screen.cursor) == ("old", looked_at)
        assert "TRACES 3, 2 new" in text(pilot)
        assert "F follows" in head(pilot)


async def test_follow_goes_to_the_newest_and_stays_with_what_is_live() -> None:
    node, held = FakeNode(on_node("old", 1, "db-0")), HeldClock()
    async with debugger(backend=node.backend, clock=held, motion=Motion.NONE).run_test(size=WIDE) as pilot:
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.current == "old")
        await pilot.press("full_stop")
        node.see(on_node("two", 2), on_node("hung", 3, "web-1", base=running()))
        await until(pilot, lambda: "2 new" in head(pilot))
        await pilot.press("F")
        assert screen.current == "hung"
        assert "new" not in head(pilot)
        held.passed += 60
        node.see(on_node("four", 4, "web-2"))
        await until(pilot, lambda: "1 new" in head(pilot))
        assert screen.current == "hung"
        held.passed += 60
        node.see(on_node("hung", 3, "web-1", failed=True))

        def has_gone_on() -> bool:
            held.passed += 5
            screen.tick()
            return screen.current == "four"

        await until(pilot, has_gone_on)
        await pilot.press("F")
        assert "F follows" in head(pilot)


async def test_a_trace_on_the_stage_grows_though_it_is_not_followed() -> None:
    node = FakeNode()
    async with debugger(backend=node.backend).run_test(size=WIDE) as pilot:
        screen = screen_of(pilot)
        node.see(on_node("one", 1, base=running()))
        await until(pilot, lambda: screen.current == "one")
        await pilot.press("full_stop")
        node.see(on_node("one", 1))
        await until(pilot, lambda: screen.stage is not None and screen.stage.trace.finished)
        assert not screen.follows_node


async def test_retries_of_a_pod_are_one_row_that_unfolds() -> None:
    node = FakeNode(*(on_node(f"try-{number}", number, failed=True) for number in range(14)))
    async with debugger(backend=node.backend).run_test(size=WIDE) as pilot:
        screen = screen_of(pilot)
        await until(pilot, lambda: "\N{MULTIPLICATION SIGN}14" in text(pilot))
        await pilot.press("1", "enter")
        await until(pilot, lambda: screen.current == "try-13")
        await pilot.press("1", "right")
        await pilot.pause()
        rows = [line for line in screen_lines(pilot) if "└" in line[:8]]
        assert len(rows) == 13
        await pilot.press("down", "enter")
        await until(pilot, lambda: screen.current == "try-12")


async def test_the_query_of_the_command_line_filters_what_is_followed() -> None:
    node = FakeNode(query="pod:db")
    async with debugger(backend=node.backend).run_test(size=WIDE) as pilot:
        screen = screen_of(pilot)
        node.see(on_node("db", 1, "db-0"), on_node("web", 2, "web-0"))
        await until(pilot, lambda: "1 of 2" in text(pilot))
        assert screen.current == "db"


async def test_a_burst_is_looked_at_together() -> None:
    node = FakeNode()
    async with debugger(backend=node.backend).run_test(size=WIDE) as pilot:
        node.see(*(on_node(f"t{number}", number, f"web-{number}") for number in range(500)))
        await until(pilot, lambda: "TRACES 500" in text(pilot))
        assert node.listed < 50


async def test_a_changed_chain_is_said_and_stays_readable() -> None:
    node = FakeNode(on_node("old", 1))
    async with debugger(backend=node.backend).run_test(size=WIDE, notifications=True) as pilot:
        node.say(CHANGE)
        await until(pilot, lambda: "1 chain changed (C)" in head(pilot))
        await until(pilot, lambda: "network pods has changed" in text(pilot))
        await pilot.press("C")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ErrorScreen)
        assert "pod shop/web-0 runs with what it was before" in text(pilot)


async def test_without_a_change_there_is_nothing_to_read() -> None:
    async with debugger(backend=FakeNode().backend).run_test(size=NARROW, notifications=True) as pilot:
        await pilot.press("C")
        await pilot.pause()
        assert "No chain has changed" in text(pilot)


async def test_a_spool_that_cannot_be_believed_is_told() -> None:
    node = FakeNode(on_node("old", 1))
    async with debugger(backend=node.backend).run_test(size=NARROW) as pilot:
        node.say(InputError("the spool /x may be used by others"))
        await until(pilot, lambda: isinstance(pilot.app.screen, ErrorScreen))
        await until(pilot, lambda: "may be used by others" in text(pilot))
        await pilot.press("escape")
        await pilot.pause()
        assert "not watched any more" in head(pilot)


async def test_a_trace_that_is_none_is_said() -> None:
    node = FakeNode(on_node("part", 1), on_node("whole", 0))
    async with debugger(backend=node.backend).run_test(size=WIDE, notifications=True) as pilot:
        await until(pilot, lambda: screen_of(pilot).current == "part")
        node.lose("part")
        await until(pilot, lambda: "a part of another trace" in text(pilot))


async def test_a_rerun_goes_before_the_node() -> None:
    node, feed = FakeNode(on_node("old", 1)), Feed()
    backend = replace(node.backend, rerun=lambda trace, link, edit, how: feed.events())
    async with debugger(backend=backend).run_test(size=WIDE) as pilot:
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.current == "old")
        await pilot.press("n", "r", "f")
        branch = replace(on_node("branch", 9), place="sandbox")
        feed.give(*replay(branch))
        node.see(on_node("two", 2))
        await until(pilot, lambda: "1 new" in head(pilot) and screen.current == "branch")
        feed.end()
        await until(pilot, lambda: not screen.is_run_under_way)
        assert "RAN" in head(pilot)


async def test_leaving_ends_the_watch() -> None:
    node = FakeNode(on_node("old", 1))
    app = debugger(backend=node.backend)
    async with app.run_test(size=NARROW) as pilot:
        await until(pilot, lambda: screen_of(pilot).current == "old")
        await pilot.press("q")
    assert not app.is_running


def test_the_advice_names_the_verb_that_helps(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    assert "cnistep node status" in _advice(tmp_path)
    assert "cnistep node install" in _advice(tmp_path / "none")
