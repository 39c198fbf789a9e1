from textual import on

from panels.render.glyphs import ASCII
from panels.stands_out import StandsOutPanel
from tests.support.panel_app import PanelApp, screen_lines
from tests.support.traces import HOSTILE
from traces.model.finding import Evidence, Finding, Severity
from traces.timeline.marks import MarkKind, StepMark
from traces.timeline.printable import printable

MARKS = (
    StepMark(step=1, kind=MarkKind.DROPPED, sentence="bridge dropped 1 of 2 interfaces: eth0"),
    StepMark(step=4, kind=MarkKind.HAND, sentence="request to portmap: why?"),
    StepMark(step=5, kind=MarkKind.FAILURE, sentence="portmap failed: code 11"),
)


def found(step: int, severity: Severity) -> StepMark:
    """The mark of a finding."""
    seen = (Evidence(where="w", quote="q"),)
    finding = Finding(kind="x/y", severity=severity, cause=f"at {step}", evidence=seen)
    return StepMark(step=step, kind=MarkKind.FINDING, sentence="it is so", finding=finding)


class Listening(PanelApp):
    @on(StandsOutPanel.Chosen)
    def keep(self, message: StandsOutPanel.Chosen) -> None:
        self.hear(message)

    @on(StandsOutPanel.FindingChosen)
    def keep_finding(self, message: StandsOutPanel.FindingChosen) -> None:
        self.hear(message)

    @property
    def chosen(self) -> list[int]:
        return [message.index for message in self.heard if isinstance(message, StandsOutPanel.Chosen)]


async def test_every_mark_has_sign_step_and_sentence() -> None:
    panel = StandsOutPanel()
    async with PanelApp(panel).run_test(size=(30, 12)) as pilot:
        panel.marks, panel.cursor = MARKS, 4
        await pilot.pause()
        assert screen_lines(pilot.app)[:6] == [
            " STANDS OUT 2, 1 marked",
            " ! 02 bridge dropped 1 of 2",
            "      interfaces: eth0",
            "▌◆ 05 request to portmap:",
            "▌     why?",
            " ✗ 06 portmap failed: code 11",
        ]


async def test_a_row_is_chosen_with_enter_and_with_the_mouse() -> None:
    panel = StandsOutPanel()
    app = Listening(panel)
    async with app.run_test(size=(40, 12)) as pilot:
        panel.marks = MARKS
        await pilot.pause()
        panel.view.focus()
        await pilot.press("down", "enter")
        await pilot.click(panel.view, offset=(5, 3))
        await pilot.pause()
        assert app.chosen == [4, 5]


async def test_the_list_goes_along_while_nobody_looks_through_it() -> None:
    panel = StandsOutPanel()
    async with PanelApp(panel).run_test(size=(40, 12)) as pilot:
        panel.marks = MARKS
        await pilot.pause()
        pilot.app.set_focus(None)
        await pilot.pause()
        panel.cursor = 7
        await pilot.pause()
        assert panel.view.cursor == 3
        panel.view.focus()
        await pilot.pause()
        panel.cursor = 1
        await pilot.pause()
        assert panel.view.cursor == 3


async def test_findings_come_first_the_worst_of_them_at_the_top() -> None:
    panel = StandsOutPanel()
    app = Listening(panel)
    async with app.run_test(size=(40, 12)) as pilot:
        pilot.app.set_focus(None)
        panel.marks = (found(0, Severity.WARNING), *MARKS[:2], found(5, Severity.ERROR), MARKS[2])
        panel.cursor = 4
        await pilot.pause()
        rows = [row.strip("▌ ").split("  ")[0] for row in screen_lines(pilot.app)]
        assert [row[:4] for row in rows if row[2:4].isdigit()] == ["✗ 06", "! 01", "! 02", "◆ 05", "✗ 06"]
        assert panel.view.cursor == 4
        panel.view.focus()
        await pilot.press("home", "enter")
        await pilot.pause()
        assert app.chosen == []
        assert [heard.index for heard in app.heard if isinstance(heard, StandsOutPanel.FindingChosen)] == [5]
        assert panel.picked is panel.findings[1]


async def test_nothing_that_stands_out_is_said() -> None:
    panel = StandsOutPanel(glyphs=ASCII)
    async with PanelApp(panel).run_test(size=(30, 8)) as pilot:
        await pilot.pause()
        text = " ".join(" ".join(screen_lines(pilot.app)).split())
        assert text == "STANDS OUT 0 nothing stands out in this trace; m marks a step"
        await pilot.press("enter")


async def test_a_new_width_wraps_anew() -> None:
    panel = StandsOutPanel()
    async with PanelApp(panel).run_test(size=(60, 12)) as pilot:
        panel.marks = MARKS
        await pilot.pause()
        assert screen_lines(pilot.app)[1] == " ! 02 bridge dropped 1 of 2 interfaces: eth0"
        await pilot.resize_terminal(30, 12)
        await pilot.pause()
        await pilot.pause()
        assert screen_lines(pilot.app)[2] == "      interfaces: eth0"


async def test_hostile_sentences_do_no_harm() -> None:
    panel = StandsOutPanel()
    async with PanelApp(panel).run_test(size=(40, 12)) as pilot:
        panel.marks = (StepMark(step=0, kind=MarkKind.STDERR, sentence=printable(HOSTILE[:200])),)
        await pilot.pause()
        assert "[/] [red] [@click=app.quit]x" in " ".join(" ".join(screen_lines(pilot.app)).split())
