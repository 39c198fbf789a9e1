"""The line that a query is typed in."""

from panels.render.filter_line import MOST_REMEMBERED, FilterLine
from panels.render.glyphs import ASCII
from tests.support.panel_app import PanelApp, screen_lines


async def test_it_says_whether_the_query_makes_sense() -> None:
    line = FilterLine()
    app = PanelApp(line)
    async with app.run_test(size=(60, 6)) as pilot:
        line.field.focus()
        await pilot.press(*"exit!=a")
        assert screen_lines(app)[:2] == [" exit!=a", " ✗ exit!=a: expected a number"]
        assert line.has_class("-wrong")
        await pilot.press("backspace", "1")
        line.told = "searched 1 of 9"
        await pilot.pause()
        assert screen_lines(app)[1] == " ✓ valid, searched 1 of 9"
        assert line.has_class("-right")


async def test_what_makes_no_sense_does_not_change_the_filter() -> None:
    line = FilterLine(glyphs=ASCII)
    app = PanelApp(line)
    async with app.run_test(size=(60, 6)) as pilot:
        line.write("pod~web")
        await pilot.pause()
        line.write("pod~web exit!=")
        await pilot.pause()
        assert screen_lines(app)[1].startswith(" x exit!=: expected a value")
        assert line._asked == "pod~web"
        line.field.focus()
        await pilot.press("enter")
        assert line.history == ()


async def test_a_field_that_is_begun_asks_nothing_yet() -> None:
    line = FilterLine()
    app = PanelApp(line)
    async with app.run_test(size=(60, 6)) as pilot:
        line.field.focus()
        await pilot.press(*"web exit")
        assert line._asked == "web "
        await pilot.press(*"!=")
        assert line._asked == "web "
        await pilot.press("1")
        assert line._asked == "web exit!=1"
        line.write("not link")
        await pilot.press("enter")
        assert line._asked == "not link"


async def test_off_it_asks_nothing_and_keeps_its_text() -> None:
    line = FilterLine()
    app = PanelApp(line)
    async with app.run_test(size=(60, 6)) as pilot:
        line.write("failed")
        await pilot.pause()
        line.is_off = True
        await pilot.pause()
        assert line._asked == ""
        assert screen_lines(app)[:2] == [" failed", " off; \\ turns it on again"]
        line.is_off = False
        assert line._asked == "failed"
        line.is_off = True
        line.field.focus()
        await pilot.press(*" ok")
        assert (line.is_off, line._asked) == (False, "failed ok")


async def test_up_and_down_recall_what_was_asked() -> None:
    line = FilterLine()
    app = PanelApp(line)
    async with app.run_test(size=(60, 6)) as pilot:
        line.field.focus()
        for text in ("one", "two", "one"):
            line.write("")
            await pilot.press(*text, "enter")
        assert line.history == ("two", "one")
        line.write("")
        await pilot.press(*"draft", "up")
        assert line.text == "one"
        await pilot.press("up", "up")
        assert line.text == "two"
        await pilot.press("down", "down", "down")
        assert line.text == "draft"


async def test_only_so_many_are_remembered() -> None:
    line = FilterLine()
    app = PanelApp(line)
    async with app.run_test(size=(60, 6)) as pilot:
        for number in range(MOST_REMEMBERED + 5):
            line.write(f"f{number}")
            await pilot.pause()
            line.remember()
        assert len(line.history) == MOST_REMEMBERED
        assert line.history[-1] == f"f{MOST_REMEMBERED + 4}"


async def test_hostile_text_is_shown_as_text() -> None:
    line = FilterLine()
    app = PanelApp(line)
    async with app.run_test(size=(80, 6)) as pilot:
        line.write("[/]= [red]")
        await pilot.pause()
        line.write("exit=[/][@click=app.quit]x\x1b]52;c;YQ==\x07")
        await pilot.pause()
        assert "[/][@click=app.quit]x" in screen_lines(app)[1]
        assert "\x1b" not in "".join(screen_lines(app))
