from app.player import Player
from tests.support.screens import HeldClock
from tests.support.traces import recorded, running
from traces.model.mark import Mark
from traces.timeline.glyphs import UNICODE
from traces.timeline.marks import with_mark
from traces.timeline.playback import Motion


def test_time_passes_only_while_it_plays() -> None:
    held = HeldClock()
    player = Player(held.clock, Motion.FULL)
    player.open(recorded())
    held.passed += 0.3
    player.tick()
    assert player.stage is not None
    assert player.stage.playback.position == 0.0
    player.toggle()
    held.passed += 0.3
    player.tick()
    assert -1.0 < player.stage.playback.position < 0.0


def test_a_long_sleep_is_not_played_through() -> None:
    held = HeldClock()
    player = Player(held.clock, Motion.FULL)
    player.open(recorded(), playing=True)
    held.passed += 3600
    player.tick()
    assert player.stage is not None
    assert player.stage.playback.cursor <= 1


def test_the_end_is_told_once() -> None:
    held = HeldClock()
    player = Player(held.clock, Motion.NONE)
    player.open(recorded(), playing=True)
    told = []
    for _ in range(40):
        held.passed += 0.5
        told.append(player.tick())
    assert told.count(True) == 1


def test_speed_is_kept_for_the_next_trace() -> None:
    player = Player(HeldClock().clock, Motion.FULL)
    player.open(recorded())
    player.faster()
    player.open(recorded(verb="DEL"))
    assert player.facts(UNICODE).endswith("2x")


def test_a_running_call_needs_time() -> None:
    player = Player(HeldClock().clock, Motion.FULL)
    player.open(running())
    assert player.needs_time
    player.open(recorded())
    assert not player.needs_time


def test_running_seconds_come_in_quarters() -> None:
    held = HeldClock()
    player = Player(held.clock, Motion.FULL)
    player.open(running())
    before = player.running_clock
    held.passed += 0.1
    assert player.running_clock == before
    held.passed += 0.2
    assert player.running_clock == before + 250_000_000


def test_an_empty_stage_bears_every_key() -> None:
    player = Player(HeldClock().clock, Motion.FULL)
    for act in (player.toggle, player.last, player.faster, player.slower, player.reset_speed):
        act()
    player.move(3)
    player.step(1)
    player.link(1)
    assert not player.tick()
    assert (player.needs_time, player.travelled, player.facts(UNICODE)) == (False, 1.0, "")


def test_marks_change_neither_steps_nor_place() -> None:
    player = Player(HeldClock().clock, Motion.FULL)
    player.open(recorded())
    player.move(3)
    before = player.stage
    marked = with_mark(recorded(), Mark(call="ADD-0"))
    player.put_marks(marked)
    assert before is not None
    assert player.stage is not None
    assert player.stage.trace is marked
    assert player.stage.steps is before.steps
    assert player.stage.playback == before.playback
