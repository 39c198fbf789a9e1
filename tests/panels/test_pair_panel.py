from textual import on

from panels.pair_panel import PairPanel
from tests.support.panel_app import PanelApp, screen_text
from tests.support.traces import failing_add, recorded
from traces.timeline.beside import lay_beside
from traces.timeline.beside_sides import SideRows, side_rows

BESIDE = lay_beside(recorded(), failing_add())
PORTMAP = next(pair for pair in BESIDE.pairs if pair.subject == "link 1 portmap")


class PairApp(PanelApp):
    """Keeps which side was chosen."""

    chosen: str = ""

    @on(PairPanel.SideChosen)
    def keep(self, message: PairPanel.SideChosen) -> None:
        """Keep the side."""
        self.chosen = message.side


def show(panel: PairPanel, side: str, here: int | None = None) -> None:
    """Show a side of portmap's pair."""
    panel.pair, panel.side = PORTMAP, side
    panel.show(side_rows(BESIDE, PORTMAP, side), here)


async def test_title_tabs_and_rows_are_shown() -> None:
    panel = PairPanel()
    async with PairApp(panel).run_test(size=(120, 20)) as pilot:
        show(panel, "exit")
        await pilot.pause()
        text = screen_text(pilot.app)
        assert "link 1 portmap ~ differs" in text
        assert "[exit 1]" in text
        assert "exit 1, error: code 11" in text


async def test_a_note_stands_where_there_is_no_row() -> None:
    panel = PairPanel()
    async with PairApp(panel).run_test(size=(80, 20)) as pilot:
        panel.pair, panel.side = PORTMAP, "kernel"
        panel.show(SideRows(note="nobody looked [/]"), None)
        await pilot.pause()
        assert "nobody looked [/]" in screen_text(pilot.app)


async def test_a_tab_can_be_chosen_by_mouse() -> None:
    panel = PairPanel()
    app = PairApp(panel)
    async with app.run_test(size=(120, 20)) as pilot:
        show(panel, "exit")
        await pilot.pause()
        place = screen_text(app).splitlines()[0].index("stdin")
        await pilot.click(PairPanel, offset=(place + 1, 0))
        await pilot.pause()
        assert app.chosen == "stdin"


async def test_the_marked_row_stays_in_view_when_resized() -> None:
    panel = PairPanel()
    async with PairApp(panel).run_test(size=(60, 8)) as pilot:
        rows = side_rows(BESIDE, PORTMAP, "stdout", fold=False).rows
        panel.pair, panel.side = PORTMAP, "stdout"
        panel.show(SideRows(rows=rows), len(rows) - 2)
        await pilot.pause()
        for size in ((60, 7), (50, 12), (120, 6)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert "▌" in screen_text(pilot.app), size
