from panels.render.glyphs import ASCII
from panels.render.line_row import LineRow
from panels.render.page import Kind, Span
from tests.support.panel_app import PanelApp, screen_lines


async def test_a_line_is_shown_and_cut_where_it_does_not_fit() -> None:
    row = LineRow(glyphs=ASCII)
    async with PanelApp(row).run_test(size=(12, 3)) as pilot:
        row.line = (Span("first ", Kind.HEADING), Span("[red] and more"))
        await pilot.pause()
        assert screen_lines(pilot.app)[0] == "first [red]~"
        row.line = (Span("short", Kind.NOTE),)
        await pilot.pause()
        assert screen_lines(pilot.app)[0] == "short"
