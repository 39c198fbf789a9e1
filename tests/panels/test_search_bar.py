"""The search bar by itself."""

import pytest

from panels.render.glyphs import ASCII
from panels.search_bar import SearchBar, below_text
from tests.support.panel_app import PanelApp, screen_lines

KEYS = (("enter", "next hit", "next"), ("esc", "closes", "closes"))


async def test_what_is_typed_is_searched_for() -> None:
    bar = SearchBar(KEYS)
    app = PanelApp(bar)
    async with app.run_test(size=(60, 4)) as pilot:
        bar.field.focus()
        await pilot.press(*"eth0")
        assert bar.text == "eth0"
        bar.told, bar.counts = "hit 1 of 3", (("bridge", 2), ("port\x1bmap", 1))
        await pilot.pause()
        first, second = screen_lines(app)[:2]
        assert first.startswith(" Search eth0")
        assert first.endswith("hit 1 of 3")
        assert second.startswith(" bridge 2, port␛map 1   ")
        assert second.endswith("enter next hit  esc closes")


@pytest.mark.parametrize(
    ("width", "text"),
    [
        (60, "bridge 2, portmap 1               enter next hit  esc closes"),
        (44, "bridge 2, portmap 1   enter next  esc closes"),
        (40, "bridge 2, port…   enter next  esc closes"),
        (30, "enter next  esc closes"),
        (11, "enter next…"),
    ],
)
def test_the_keys_come_first_where_there_is_little_room(width: int, text: str) -> None:
    assert below_text((("bridge", 2), ("portmap", 1)), KEYS, width) == text


def test_names_are_shown_as_the_terminal_can() -> None:
    assert below_text((("é", 1),), KEYS, 60, ASCII).startswith("\\xe9 1 ")
