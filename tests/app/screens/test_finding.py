"""A finding in a dialog: what can't harm it, and what it gives."""

from dataclasses import replace

from textual.app import App

from app.screens.finding import FindingScreen
from panels.render.glyphs import ASCII
from tests.support.traces import HOSTILE
from traces.model.finding import Evidence, Finding, Severity

SEEN = Evidence(where="stdout of x, ADD", quote="line\n" * 20, call="1", side="stdout", start=0, end=100)
FILE = Evidence(where="/etc/cni/net.d/10-a.conf:1:2", quote="{")
FINDING = Finding(kind="x/y", severity=Severity.ERROR, cause="it is so", evidence=(FILE, SEEN), next_step="ls -l")


class Shown(App[None]):
    """Shows a finding at once, and keeps what it gave."""

    def __init__(self, screen: FindingScreen) -> None:
        super().__init__()
        self._first = screen
        self.given: list[Evidence | None] = []

    def on_mount(self) -> None:
        self.push_screen(self._first, self.given.append)


def text_of(app: App[None]) -> str:
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def test_a_quote_is_given_and_a_file_is_not() -> None:
    app = Shown(FindingScreen(FINDING))
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.press("home", "enter")
        await pilot.pause()
        assert isinstance(app.screen, FindingScreen) and app.given == []
        await pilot.press("down", "down", "down", "down", "down", "enter")
        await pilot.pause()
        assert app.given == [SEEN]


async def test_a_long_quote_is_cut_and_said_to_be() -> None:
    app = Shown(FindingScreen(FINDING))
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        assert text_of(app).count("line") == 6 and "…" in text_of(app) and "next  ls -l" in text_of(app)


async def test_hostile_words_do_no_harm() -> None:
    wild = replace(FINDING, cause=HOSTILE[:300], kind=HOSTILE[:30], evidence=(replace(SEEN, quote=HOSTILE[:300]),))
    app = Shown(FindingScreen(wild, glyphs=ASCII))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        assert "\x1b" not in text_of(app) and "[red]" in text_of(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.given == [None]
