import pytest
from textual import events
from textual.pilot import Pilot

from app.debugger_app import DebuggerApp
from app.keys.key_table import SECTIONS
from app.keys.panel_keys import IN_THE_EDITOR, IN_THE_FILTER, IN_THE_SEARCH
from app.keys.remap import Remap
from app.palette import Entry
from app.palette_entries import entries_of
from app.screens.debugger import DebuggerScreen
from app.screens.palette import PaletteScreen
from tests.support.screens import NARROW, WIDE, backend_of, debugger, screen_lines, screen_of
from tests.support.traces import failing_add, recorded


def type_at_once(app: DebuggerApp, *keys: tuple[str, str]) -> None:
    """Let keys come faster than anything can be drawn."""
    for key, character in keys:
        app.post_message(events.Key(key, character))


@pytest.mark.parametrize("word", ["q", "quit"])
async def test_a_colon_and_q_quit_however_fast_they_are_typed(word: str) -> None:
    app = debugger(recorded())
    async with app.run_test(size=NARROW) as pilot:
        type_at_once(app, ("colon", ":"), *((char, char) for char in word), ("enter", "\r"))
        await pilot.pause(0.2)
    assert app.return_code == 0


async def entries_everywhere(pilot: Pilot[None]) -> dict[str, Entry]:
    """What the palette offers, wherever the focus is, by its aliases; themes and traces too."""
    screen, seen = screen_of(pilot), dict[str, Entry]()
    for widget in screen.query("*").results():
        if widget.focusable:
            widget.focus()
            await pilot.pause()
            seen |= {alias: entry for entry in entries_of(screen) or () for alias in entry.aliases}
    return seen


async def test_every_action_of_the_table_is_in_the_palette() -> None:
    async with debugger(recorded()).run_test(size=WIDE) as pilot:
        seen = await entries_everywhere(pilot)
    in_a_line = (IN_THE_EDITOR, IN_THE_FILTER, IN_THE_SEARCH)
    wanted = {key.id for section in SECTIONS if section not in in_a_line for key in section[1]}
    assert sorted(wanted - seen.keys()) == []


async def test_every_entry_can_be_run_on_an_open_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    app = debugger(failing_add(), recorded(verb="DEL"))
    async with app.run_test(size=WIDE) as pilot:
        left: list[str] = []
        monkeypatch.setattr(app, "exit", lambda: left.append("quit"))
        offered = {entry.title: entry for entry in (await entries_everywhere(pilot)).values()}
        for name, entry in offered.items():
            screen_of(pilot).action_canvas()
            screen_of(pilot).player.move(3)
            await entry.run()
            await pilot.pause()
            assert app.is_running, name
            while not isinstance(app.screen, DebuggerScreen):
                await app.pop_screen()
    assert left


async def test_keys_stand_at_the_right_and_are_the_users_own() -> None:
    app = DebuggerApp(backend_of((recorded(),)), recorded(), remap=Remap(keys={"slower": "f8"}))
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("ctrl+p", *"play slow")
        await pilot.pause()
        row = next(line for line in screen_lines(pilot) if "Play slower" in line)
        assert row.rstrip(" │").endswith("f8")


async def test_a_trace_is_opened_by_its_name() -> None:
    async with debugger(recorded(), recorded(verb="DEL")).run_test(size=NARROW) as pilot:
        await pilot.press("colon", *"open del", "enter")
        await pilot.pause()
        assert screen_of(pilot).current == "del-1"


async def test_a_theme_is_taken_by_its_name() -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press("colon", *"cnistep-contrast", "enter")
        await pilot.pause()
        assert pilot.app.theme == "cnistep-contrast"


async def test_arrows_choose_and_escape_does_nothing() -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press("colon", *"one step", "down", "enter")
        await pilot.pause()
        assert screen_of(pilot).cursor == 1
        await pilot.press("colon", *"one step", "down", "escape")
        assert isinstance(pilot.app.screen, DebuggerScreen)
        assert screen_of(pilot).cursor == 1


async def test_what_is_not_there_is_said() -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press("colon", *"xyzzy")
        await pilot.pause()
        assert any("nothing is called so" in line for line in screen_lines(pilot))
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, PaletteScreen)


async def test_the_keys_of_the_part_with_the_focus_come_first() -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press("3", "colon")
        await pilot.pause()
        assert any("Next side of the call" in line for line in screen_lines(pilot)[:5])
        await pilot.press(*"as hex", "enter")
        await pilot.pause()
        assert any("7b" in line for line in screen_lines(pilot))
