from dataclasses import replace

from panels.reply_panel import ReplyPanel
from tests.support.calls import failed_call, real_call, running_call
from tests.support.panel_app import PanelApp, screen_lines, screen_text
from traces.model.call import Outcome


async def test_reply_counts_stderr_and_names_the_exit() -> None:
    panel = ReplyPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 24)) as pilot:
        panel.call = failed_call()
        await pilot.pause()
        assert screen_lines(app)[0] == " REPLY from portmap [stdout] stderr 2  exit 1"
        panel.tab = "exit"
        await pilot.pause()
        assert "code 11  Try again later" in screen_text(app)


async def test_call_under_way_counts_its_time() -> None:
    panel = ReplyPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 24)) as pilot:
        panel.call = running_call()
        panel.elapsed = 2_100_000_000
        await pilot.pause()
        assert screen_lines(app)[0].startswith(" REPLY bridge is running for 2.1 s ")
        assert screen_lines(app)[1] == " running, no reply yet"


async def test_broken_reply_is_scrolled_to_its_fault() -> None:
    panel = ReplyPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 12)) as pilot:
        stdout = b"[\n" + b"1,\n" * 100 + b"oops\n]"
        panel.call = replace(real_call(), outcome=Outcome.UNREADABLE, stdout=stdout)
        await pilot.pause()
        assert screen_lines(app)[1].startswith(" not JSON: byte 302, line 102 column 1:")
        assert " oops" in screen_lines(app)


async def test_head_stays_while_the_rest_scrolls() -> None:
    panel = ReplyPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 12)) as pilot:
        panel.call = replace(real_call(), stdout=b"oops\n" + b"1\n" * 100, truncated=("stdout",))
        panel.view.focus()
        await pilot.press("G")
        assert screen_lines(app)[1].startswith(" cut short: the recorder kept only the first 205 B")
        assert screen_lines(app)[-1] == " 1"
        await pilot.press("g", "j")
        assert " oops" not in screen_lines(app)


async def test_long_line_can_be_scrolled_sideways() -> None:
    panel = ReplyPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(40, 12)) as pilot:
        panel.call = replace(real_call(), stdout=b'["' + b"a" * 100 + b'END"]')
        panel.view.focus()
        await pilot.pause()
        assert "END" in screen_text(app)
        await pilot.press("w")
        assert "END" not in screen_text(app)
        panel.view.scroll_to(x=70, animate=False)
        await pilot.pause()
        assert "END" in screen_text(app)
