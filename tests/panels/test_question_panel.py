"""The question and its choices: what is tried, chosen, pointed at and over."""

from dataclasses import replace

from textual.pilot import Pilot

from panels.question_panel import NOWHERE, Asked, QuestionPanel, question_page
from panels.render.glyphs import ASCII, UNICODE
from panels.render.page import Kind, Page, line_width, plain
from panels.render.raw_text import decode
from tests.support.hostile import HOSTILE, assert_harmless
from tests.support.panel_app import PanelApp, screen_lines, screen_text
from traces.lessons.question import Choice, Question

ONE = Question(
    prompt="ADD runs. Who is called next?",
    choices=(Choice(text="bridge", right=False), Choice(text="tuning", right=True), Choice(text="nobody", right=False)),
    evidence=(),
)
SEVERAL = replace(ONE, prompt="What is left? (Name all of it.)", several=True)
LONG = replace(ONE, choices=tuple(Choice(text=f"{place} " + "word " * 30, right=place == 1) for place in range(4)))


class Listening(PanelApp):
    """Hears what the panel says."""

    def on_question_panel_chosen(self, message: QuestionPanel.Chosen) -> None:
        """A choice was taken."""
        self.hear(message)

    def on_question_panel_submitted(self, message: QuestionPanel.Submitted) -> None:
        """All was named."""
        self.hear(message)

    @property
    def letters(self) -> str:
        """What was taken; a full stop where all was submitted."""
        return "".join(each.letter if isinstance(each, QuestionPanel.Chosen) else "." for each in self.heard)


def rows(asked: Asked, *, cursor: int = 0, width: int = 40) -> list[str]:
    """What is drawn of it."""
    made = question_page(asked, cursor, width, UNICODE)
    return [plain(line) for line in (*made.head, *made.lines)]


async def show(panel: QuestionPanel, pilot: Pilot[None], asked: Asked) -> None:
    """Ask, and wait until it is drawn."""
    panel.asked = asked
    panel.focus()
    await pilot.pause()


def test_choices_are_lettered_and_the_cursor_is_seen() -> None:
    assert rows(Asked(question=ONE), cursor=1) == [ONE.prompt, "  a) bridge", "▌ b) tuning", "  c) nobody"]


def test_what_was_refused_is_marked_and_stays() -> None:
    asked = Asked(question=ONE).after("a", is_over=False).after("c", is_over=False)
    assert rows(asked, cursor=2)[1:] == ["✗ a) bridge", "  b) tuning", "✗ c) nobody"]
    assert asked.letters == "abc", "it may be typed again"


def test_of_several_boxes_say_what_is_chosen() -> None:
    asked = Asked(question=SEVERAL).toggled("a").toggled("c").toggled("a")
    assert rows(asked)[1:] == ["▌ a) [ ] bridge", "  b) [ ] tuning", "  c) [x] nobody"]
    refused = asked.after("c", is_over=False)
    assert (refused.chosen, refused.tried) == (frozenset("c"), frozenset()), "what is chosen stays so"


def test_what_excludes_all_others_is_chosen_alone() -> None:
    lone = replace(SEVERAL, choices=(*SEVERAL.choices, Choice(text="nothing", right=False, alone=True)))
    asked = Asked(question=lone).toggled("a").toggled("c").toggled("d")
    assert asked.chosen == frozenset("d")
    assert asked.toggled("b").chosen == frozenset("b")
    assert asked.toggled("d").chosen == frozenset()


def test_when_it_is_over_only_the_right_one_is_shown() -> None:
    asked = Asked(question=ONE).after("b", is_over=True)
    assert rows(asked) == [ONE.prompt, "✓ b) tuning"]
    assert asked.letters == ""


def test_no_row_is_wider_than_its_room() -> None:
    for width in (20, 33, 80):
        for question in (LONG, replace(LONG, several=True), replace(LONG, prompt="網" * 90)):
            made = question_page(Asked(question=question), 3, width, UNICODE)
            assert max(map(line_width, (*made.head, *made.lines))) <= width
            assert [plain(made.lines[first])[2:4] for first in made.entries] == ["a)", "b)", "c)", "d)"]
            assert plain(made.lines[made.focus or 0]).startswith("▌ d)")


def test_signs_are_ascii_where_nothing_else_can_be_shown() -> None:
    asked = Asked(question=ONE).after("a", is_over=False)
    made: Page = question_page(asked, 1, 40, ASCII)
    assert "".join(map(plain, made.lines)).isascii()
    assert Kind.DIM in {span.kind for span in made.lines[made.entries[0]]}


async def test_the_cursor_goes_over_the_choices_and_no_further() -> None:
    panel = QuestionPanel()
    app = Listening(panel)
    async with app.run_test(size=(40, 12)) as pilot:
        assert not panel.display
        await show(panel, pilot, Asked(question=ONE))
        assert panel.display
        panel.action_take()
        assert panel.cursor == NOWHERE, "an Enter that comes too late answers nothing"
        await pilot.press("down", "up", "down", "j", "down", "down")
        assert panel.cursor == 2
        panel.action_take()
        await pilot.press("k")
        panel.action_take()
        await pilot.pause()
        assert app.letters == "cb"
        await show(panel, pilot, Asked(question=ONE, number=1))
        assert panel.cursor == NOWHERE, "another question begins anew"
        await pilot.press("up")
        assert panel.cursor == 2
        await show(panel, pilot, Asked(question=ONE, number=1).after("b", is_over=True))
        await pilot.press("down")
        panel.action_take()
        await pilot.pause()
        assert (panel.cursor, app.letters) == (2, "cb")


async def test_of_several_the_cursor_chooses_until_one_submits() -> None:
    panel = QuestionPanel()
    app = Listening(panel)
    async with app.run_test(size=(40, 12)) as pilot:
        await show(panel, pilot, Asked(question=SEVERAL))
        await pilot.press("down")
        panel.action_take()
        await show(panel, pilot, Asked(question=SEVERAL).toggled("a"))
        panel.action_take()
        await pilot.pause()
        assert app.letters == "a."


async def test_a_click_takes_the_choice_below_it() -> None:
    panel = QuestionPanel()
    app = Listening(panel)
    async with app.run_test(size=(50, 40)) as pilot:
        await show(panel, pilot, Asked(question=LONG))
        for place in (0, 2, 3):
            row = next(row for row, line in enumerate(screen_lines(app)) if f" {'abcd'[place]}) " in line)
            await pilot.click(offset=(10, row))
            await pilot.click(offset=(10, row + 1))
        await pilot.click(offset=(10, 0))
        await pilot.pause()
        assert app.letters == "aaccdd"


async def test_it_is_as_high_as_it_is_and_scrolls_where_it_may_not_be() -> None:
    panel = QuestionPanel()
    app = Listening(panel)
    async with app.run_test(size=(50, 40)) as pilot:
        await show(panel, pilot, Asked(question=ONE))
        assert panel.size.height == panel.rows == 4
        panel.styles.max_height = 8
        await show(panel, pilot, Asked(question=LONG, number=1))
        assert (panel.size.height, panel.rows > 8) == (8, True)
        await pilot.press("down", "up")
        assert screen_lines(app)[0].strip() == ONE.prompt
        await pilot.press("up", "down", "down", "down")
        await pilot.pause()
        assert any(line.startswith(" ▌ d)") for line in screen_lines(app))
        panel.asked = None
        await pilot.pause()
        assert not panel.display


async def test_hostile_choices_are_drawn_harmless() -> None:
    panel = QuestionPanel()
    app = Listening(panel)
    async with app.run_test(size=(60, 24)) as pilot:
        for number, raw in enumerate(HOSTILE.values()):
            text = decode(raw[:3_000])
            question = Question(prompt=text, choices=(Choice(text=text, right=True),) * 2, evidence=(text,))
            await show(panel, pilot, Asked(question=question, number=number))
            assert_harmless(app)
        await show(panel, pilot, Asked(question=replace(ONE, prompt="[red]x[/red] [@click=app.quit]y[/]"), number=99))
        assert "[@click=app.quit]y[/]" in screen_text(app)
