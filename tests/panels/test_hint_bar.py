from textual import on

from panels.hint_bar import Hint, HintBar, fit_hints
from tests.support.panel_app import screen_lines
from tests.support.sequence_app import SequenceApp

HINTS = (Hint("space", "Play", "play"), Hint("n", "Next", "link(1)"), Hint("?", "Help", "help"))


class Listening(SequenceApp):
    """Keeps which hint was pressed."""

    @on(HintBar.Pressed)
    def keep(self, message: HintBar.Pressed) -> None:
        self.hear(message)


async def test_hints_stand_side_by_side() -> None:
    bar = HintBar()
    async with SequenceApp(bar).run_test(size=(80, 3)) as pilot:
        bar.hints = HINTS
        await pilot.pause()
        assert screen_lines(pilot.app)[0] == " space Play  n Next  ? Help"


async def test_a_click_says_which_hint() -> None:
    bar = HintBar()
    app = Listening(bar)
    async with app.run_test(size=(80, 3)) as pilot:
        bar.hints = HINTS
        await pilot.pause()
        for x in (3, 14, 70):
            await pilot.click(bar, offset=(x, 0))
        assert [message.action for message in app.heard if isinstance(message, HintBar.Pressed)] == ["play", "link(1)"]


def test_no_hint_is_cut_in_two() -> None:
    assert fit_hints(HINTS, 19) == [HINTS[0]]
    assert fit_hints(HINTS, 20) == list(HINTS[:2])
    assert fit_hints(HINTS, 0) == []


def test_a_hint_that_stays_makes_others_go() -> None:
    stays = Hint("?", "Help", "help", stays=True)
    assert fit_hints((*HINTS[:2], stays), 21) == [HINTS[0], stays]
    assert fit_hints((*HINTS[:2], stays), 8) == [stays]
    assert fit_hints((*HINTS[:2], stays), 7) == []
