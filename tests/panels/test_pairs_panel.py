from textual import on

from panels.pairs_panel import PairsPanel
from tests.support.panel_app import PanelApp, screen_lines, screen_text
from tests.support.traces import failing_add, recorded
from traces.timeline.beside import lay_beside

BESIDE = lay_beside(recorded(), failing_add())


class PairsApp(PanelApp):
    """Keeps what the user did."""

    def __init__(self, panel: PairsPanel) -> None:
        super().__init__(panel)
        self.said: list[tuple[str, int]] = []

    @on(PairsPanel.Moved)
    def keep_move(self, message: PairsPanel.Moved) -> None:
        """Keep a move, and make it."""
        self.said.append(("moved", message.pair))
        self.query_one(PairsPanel).pair = message.pair

    @on(PairsPanel.Picked)
    def keep_pick(self, message: PairsPanel.Picked) -> None:
        """Keep a pick."""
        self.said.append(("picked", message.pair))


async def test_arrows_move_from_pair_to_pair() -> None:
    panel = PairsPanel()
    app = PairsApp(panel)
    async with app.run_test(size=(160, 24)) as pilot:
        panel.beside = BESIDE
        panel.pair = 3
        panel.view.focus()
        await pilot.press("down", "down", "up", "enter")
        assert app.said == [("moved", 4), ("moved", 5), ("moved", 4), ("picked", 4)]


async def test_both_rows_of_a_pair_are_under_the_cursor() -> None:
    panel = PairsPanel()
    async with PairsApp(panel).run_test(size=(160, 24)) as pilot:
        panel.beside = BESIDE
        panel.pair = 3
        await pilot.pause()
        rows = [place for place in range(9) if panel.view.is_under_cursor(place)]
        assert len(rows) == 2


async def test_a_click_moves_and_does_not_pick() -> None:
    panel = PairsPanel()
    app = PairsApp(panel)
    async with app.run_test(size=(80, 24)) as pilot:
        panel.beside = BESIDE
        await pilot.pause()
        await pilot.click(PairsPanel, offset=(20, 5))
        assert app.said == [("moved", 4)]


async def test_the_list_takes_no_more_rows_than_it_has() -> None:
    panel = PairsPanel()
    async with PairsApp(panel).run_test(size=(80, 40)) as pilot:
        panel.beside = BESIDE
        await pilot.pause()
        await pilot.pause()
        assert panel.size.height == len(BESIDE.pairs) + 1


async def test_another_width_is_drawn_another_way() -> None:
    panel = PairsPanel()
    async with PairsApp(panel).run_test(size=(160, 24)) as pilot:
        panel.beside = BESIDE
        await pilot.pause()
        assert "runtime" in screen_lines(pilot.app)[0]
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "runtime" not in screen_text(pilot.app)
        assert "call" in screen_lines(pilot.app)[0]
