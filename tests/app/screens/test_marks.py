import pytest

from app.screens.marks import MarksScreen
from panels.render.glyphs import ASCII
from tests.support.panel_app import PanelApp, screen_lines, screen_text
from traces.timeline.marks import MarkKind, StepMark

MARKS = (
    StepMark(step=1, kind=MarkKind.DROPPED, sentence="bridge dropped 1 of 2 interfaces: eth0"),
    StepMark(step=4, kind=MarkKind.HAND, sentence="request to portmap: why [/] this?"),
    StepMark(step=5, kind=MarkKind.FAILURE, sentence="portmap failed: code 11"),
)


class Asking(PanelApp):
    """Opens the list and keeps what it gives."""

    given: list[int | None]

    def __init__(self, screen: MarksScreen) -> None:
        super().__init__()
        self.given = []
        self._dialog = screen

    def on_mount(self) -> None:
        self.push_screen(self._dialog, self.given.append)


def listing(cursor: int = 4, marks: tuple[StepMark, ...] = MARKS, **options: object) -> MarksScreen:
    return MarksScreen(marks, count=9, cursor=cursor, title="ADD 4f1c", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [(160, 50), (80, 24), (60, 16)])
async def test_every_mark_says_kind_step_and_sentence(size: tuple[int, int]) -> None:
    app = Asking(listing())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        text = screen_text(app)
        assert "ADD 4f1c: 3 marks, 1 of them yours" in text
        for line in ("! dropped  02 bridge dropped", "▌◆ mark     05 request to", "✗ failure  06 portmap failed"):
            assert line in text


async def test_enter_gives_the_step_that_is_nearest_at_first() -> None:
    app = Asking(listing(cursor=2))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert app.given == [4]


async def test_only_the_users_own_can_be_shown() -> None:
    app = Asking(listing())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        await pilot.pause()
        text = screen_text(app)
        assert "only yours: 1" in text
        assert "dropped" not in text
        await pilot.press("m", "up", "enter")
        await pilot.pause()
        assert app.given == [1]


async def test_where_none_is_the_users_it_says_how_to() -> None:
    app = Asking(listing(marks=MARKS[:1]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        await pilot.pause()
        assert "no step is marked by you: m marks one" in screen_text(app)
        await pilot.press("enter")
        assert app.given == []
        await pilot.press("escape")
        await pilot.pause()
        assert app.given == [None]


async def test_very_many_marks_scroll() -> None:
    many = tuple(StepMark(step=step, kind=MarkKind.STDERR, sentence="wrote") for step in range(300))
    app = Asking(listing(cursor=250, marks=many, glyphs=ASCII))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert any(">: stderr   251 wrote" in line for line in screen_lines(app))
