"""A page that is read from its focus on."""

from textual.app import App, ComposeResult

from panels.reading_view import ReadingView
from panels.render.page import Page, Span, page

LINES = tuple((Span(f"line {number}"),) for number in range(60))


class Reading(App[None]):
    """One page, with its focus at a line."""

    def __init__(self, focus: int | None) -> None:
        super().__init__()
        self.view = ReadingView()
        self._focus = focus

    def compose(self) -> ComposeResult:
        """The view."""
        yield self.view

    def on_mount(self) -> None:
        """Show the page."""
        self.view.show(self._page, "one")
        self.view.hold()

    def _page(self, width: int) -> Page:
        return page(LINES, focus=self._focus)


async def test_the_focus_stands_at_the_top_whatever_the_size() -> None:
    app = Reading(focus=30)
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.pause()
        assert app.view.scroll_offset.y == 30
        for height in (20, 6):
            await pilot.resize_terminal(40, height)
            await pilot.pause()
            assert app.view.scroll_offset.y == 30


async def test_at_the_end_as_much_is_seen_as_there_is() -> None:
    app = Reading(focus=58)
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.pause()
        assert (app.view.scroll_offset.y, app.view.has_more) == (50, False)
        await pilot.resize_terminal(40, 4)
        await pilot.pause()
        assert app.view.scroll_offset.y == 56


async def test_whoever_reads_on_is_not_thrown_back() -> None:
    app = Reading(focus=None)
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.pause()
        assert (app.view.scroll_offset.y, app.view.has_more) == (0, True)
        app.view.focus()
        await pilot.press("pagedown")
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert app.view.scroll_offset.y == 9
