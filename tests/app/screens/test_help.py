import pytest

from app.debugger_app import DebuggerApp
from app.keys.key_table import SECTIONS
from app.keys.remap import Remap
from app.screens.debugger import DebuggerScreen
from app.screens.help import HelpScreen, columns, keys_text, narrowed
from tests.support.screens import NARROW, WIDE, backend_of, debugger, screen_lines
from tests.support.traces import recorded
from traces.timeline.glyphs import glyphs


def test_every_line_names_a_key_and_its_meaning() -> None:
    lines = keys_text(SECTIONS).plain.splitlines()
    for _, keys in SECTIONS:
        for key in keys:
            assert any(line.split()[0] in (key.shown or ":") and key.help in line for line in lines if line.strip())


async def test_with_room_the_keys_stand_in_two_columns() -> None:
    async with debugger(recorded()).run_test(size=WIDE) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        titles = [title for title, _ in SECTIONS]
        assert any(sum(title in line for title in titles) == 2 for line in screen_lines(pilot))


async def test_on_eighty_columns_it_scrolls() -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert not any("Back, then quit" in line for line in screen_lines(pilot))
        await pilot.press("end")
        await pilot.pause()
        await pilot.press(*"k" * 12)
        await pilot.pause()
        assert any("Back, then quit" in line for line in screen_lines(pilot))
        await pilot.press("home", *"j" * 3)
        await pilot.pause()
        assert not any("On the sequence" in line for line in screen_lines(pilot)[:3])


async def test_what_is_typed_behind_a_slash_narrows_the_table() -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press("question_mark", "slash", *"play slower")
        await pilot.pause()
        text = "\n".join(screen_lines(pilot))
        assert "Play slower" in text
        assert "Play faster" not in text
        await pilot.press(*"!!")
        await pilot.pause()
        assert any("no key is called so" in line for line in screen_lines(pilot))
        await pilot.press("escape")
        await pilot.pause()
        assert any("One step back" in line for line in screen_lines(pilot))
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, DebuggerScreen)


def test_a_key_is_found_by_itself_and_by_its_section() -> None:
    assert [key.id for _, keys in narrowed(SECTIONS, "<") for key in keys] == ["slower"]
    found = narrowed(SECTIONS, "on the sequence ten steps back")
    assert [key.id for _, keys in found for key in keys] == ["canvas.page_back"]


async def test_help_shows_the_users_own_keys() -> None:
    app = DebuggerApp(backend_of((recorded(),)), recorded(), remap=Remap(keys={"slower": "f8"}))
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("question_mark", "slash", *"slower")
        await pilot.pause()
        assert any("f8" in line and "Play slower" in line for line in screen_lines(pilot))


@pytest.mark.parametrize(
    ("keys", "title"),
    [((), "On the sequence"), (("3",), "In the payload"), (("1",), "In the list of traces")],
)
async def test_the_keys_of_the_part_with_the_focus_come_first(keys: tuple[str, ...], title: str) -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press(*keys, "question_mark")
        await pilot.pause()
        assert title in screen_lines(pilot)[1]


async def test_the_editor_has_a_page_of_its_keys() -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press("n", "e", "p", "f1")
        await pilot.pause()
        text = "\n".join(screen_lines(pilot))
        assert "Put the first text back" in text
        assert "Play or pause" not in text


def test_columns_are_about_equal_and_lose_nothing() -> None:
    first, second = columns(SECTIONS)
    assert (*first, *second) == SECTIONS
    assert columns(SECTIONS[:1]) == (SECTIONS[:1], ())


@pytest.mark.parametrize("key", ["escape", "q", "question_mark", "f1", "enter"])
async def test_many_keys_leave(key: str) -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, HelpScreen)
        await pilot.press(key)
        assert isinstance(pilot.app.screen, DebuggerScreen)


async def test_every_sign_beside_a_step_is_explained() -> None:
    async with debugger(recorded()).run_test(size=WIDE) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        await pilot.press("end")
        await pilot.pause()
        words = " ".join(" ".join(line.strip(" │▌▏") for line in screen_lines(pilot)).split())
        for marks in (glyphs(False), glyphs(True)):
            assert f"{marks.held} " in words or f"({marks.held} in ASCII)" in words
            signs = (marks.stop, marks.mark, marks.notable, marks.warning)
            assert [sign for sign in signs if f"{sign} " not in words and f"({sign})" not in words] == []
