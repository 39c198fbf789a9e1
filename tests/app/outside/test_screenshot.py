"""A picture of the screen: without secrets, with all else, and the screen is as it was afterwards."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from app.outside.cleaning import Cleaner
from app.outside.screenshot import _hidden, clean_picture, picture
from tests.support.planted import SECRETS, planted
from tests.support.screens import WIDE, debugger, screen_of
from traces.errors import InputError


def words(svg: str) -> str:
    """What is written on a picture."""
    return "".join(text or "" for text in ET.fromstring(svg).itertext()).replace("\u00a0", " ")


async def test_all_but_the_secrets_is_on_it() -> None:
    trace = planted()
    async with debugger(trace).run_test(size=WIDE) as pilot:
        screen, clean = screen_of(pilot), await Cleaner().clean(trace)
        shown, raw = words(await clean_picture(screen, clean)), words(picture(screen))
        assert SECRETS["jwt"][:30] in raw and SECRETS["jwt"][:30] not in shown
        assert "<redacted:token:1>" in shown and "portmap" in shown
        assert screen.trace is trace


async def test_a_trace_that_has_grown_meanwhile_is_not_drawn() -> None:
    trace = planted()
    async with debugger(trace).run_test(size=WIDE) as pilot:
        clean = await Cleaner().clean(replace(trace, notes=()))
        with pytest.raises(InputError, match="grew while"):
            await clean_picture(screen_of(pilot), clean)


def test_what_the_placeholders_did_not_reach_is_hidden() -> None:
    strip = Strip([Segment("login ", Style(bold=True)), Segment("with hun"), Segment("ter2 \u7db2 failed")])
    hidden = Strip(_hidden(strip, lambda text: text.replace("hunter2", "<redacted:password:1>")))
    assert hidden.text == "login with xxxxxxx \u7db2 failed"
    assert hidden.cell_length == strip.cell_length


def test_a_row_without_secrets_stays_as_it_is() -> None:
    strip = Strip([Segment("nothing here")])
    assert _hidden(strip, str) is strip
