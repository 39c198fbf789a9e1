from panels.render.glyphs import ASCII
from panels.watches import WatchesPanel
from tests.support.panel_app import PanelApp, screen_lines
from tests.support.traces import HOSTILE
from traces.timeline.printable import printable
from traces.timeline.watches import Seen

WATCHED = (
    ("ips[0].address", Seen(text="10.22.0.7/16", is_there=True)),
    ("interfaces|len", Seen(text="3", is_there=True, changed=True)),
    ("routes", Seen(text="no routes in the result", is_there=False)),
)


async def test_values_and_changes_are_shown() -> None:
    panel = WatchesPanel()
    async with PanelApp(panel).run_test(size=(34, 10)) as pilot:
        panel.watched = WATCHED
        await pilot.pause()
        assert screen_lines(pilot.app)[:5] == [
            " WATCH 3, 1 changed",
            "  ips[0].address 10.22.0.7/16",
            "* interfaces|len 3 changed",
            "  routes no routes in the result",
            "",
        ]


async def test_the_cursor_stays_on_its_expression() -> None:
    panel = WatchesPanel()
    async with PanelApp(panel).run_test(size=(24, 10)) as pilot:
        panel.watched = WATCHED
        await pilot.pause()
        assert panel.entry == 0
        panel.view.focus()
        await pilot.press("down", "down")
        assert panel.entry == 2
        panel.watched = ((WATCHED[0][0], Seen(text="a long value that takes three rows", is_there=True)), *WATCHED[1:])
        await pilot.pause()
        assert panel.entry == 2


async def test_how_to_watch_something_is_said() -> None:
    panel = WatchesPanel(glyphs=ASCII)
    async with PanelApp(panel).run_test(size=(40, 8)) as pilot:
        await pilot.pause()
        assert panel.entry is None
        assert "nothing is watched: + adds an" in screen_lines(pilot.app)[1]


async def test_hostile_values_do_no_harm() -> None:
    panel = WatchesPanel()
    async with PanelApp(panel).run_test(size=(40, 12)) as pilot:
        panel.watched = ((printable(HOSTILE[:60]), Seen(text=printable(HOSTILE[:2_000]), is_there=True, changed=True)),)
        await pilot.pause()
        assert "[@click=app.quit]x" in " ".join(" ".join(screen_lines(pilot.app)).split())
