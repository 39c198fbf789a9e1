from dataclasses import replace

from panels.render.glyphs import ASCII
from panels.render.page import plain
from panels.render.tab_row import TabRow
from panels.request_panel import RequestPanel
from tests.support.calls import real_call
from tests.support.panel_app import PanelApp, screen_lines, screen_text
from tests.support.screens import until


async def test_request_shows_who_is_asked_and_stdin() -> None:
    panel = RequestPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 24)) as pilot:
        panel.call = real_call()
        await pilot.pause()
        lines = screen_lines(app)
        assert lines[0] == " REQUEST to portmap, ADD [stdin] env 6  args"
        assert lines[1] == " {"


async def test_tabs_turn_by_key_and_by_arrow() -> None:
    panel = RequestPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 24)) as pilot:
        panel.call = real_call()
        panel.view.focus()
        await pilot.press("t")
        assert panel.tab == "env"
        assert "CNI_COMMAND     ADD" in screen_text(app)
        await pilot.press("shift+tab", "right")
        assert panel.tab == "args"
        await pilot.press("right")
        assert panel.tab == "stdin"


async def test_click_on_a_tab_shows_it() -> None:
    panel = RequestPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 24)) as pilot:
        panel.call = real_call()
        await pilot.pause()
        await pilot.click(offset=(screen_lines(app)[0].index("env") + 1, 0))
        assert panel.tab == "env"


async def test_hex_toggles_and_keeps_to_streams() -> None:
    panel = RequestPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 24)) as pilot:
        panel.call = real_call()
        panel.view.focus()
        await pilot.press("h")
        assert screen_lines(app)[1].startswith(" 00000000  7b 22")
        assert "[stdin hex]" in screen_lines(app)[0]
        await pilot.press("t")
        assert "hex" not in screen_lines(app)[0]
        assert "CNI_ARGS" in screen_text(app)
        await pilot.press("T", "h")
        assert screen_lines(app)[1] == " {"


async def test_no_call_says_why() -> None:
    panel = RequestPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 24)) as pilot:
        panel.empty_text = "tuning was never reached"
        await pilot.pause()
        assert screen_lines(app)[:2] == [" REQUEST", " tuning was never reached"]


async def test_another_call_starts_at_its_top() -> None:
    panel = RequestPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 10)) as pilot:
        panel.call = real_call("tuning")
        panel.view.focus()
        await pilot.press("G")
        await pilot.pause()
        assert screen_lines(app)[-1] == " }"
        panel.call = real_call("portmap")
        await pilot.pause()
        assert screen_lines(app)[1] == " {"


async def test_page_is_laid_out_anew_for_another_width() -> None:
    panel = RequestPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(120, 40)) as pilot:
        panel.call = real_call()
        await pilot.pause()
        before = len(panel.view.page.lines)
        await pilot.resize_terminal(40, 40)
        assert len(panel.view.page.lines) > before
        assert panel.view.page.width <= 40


async def test_the_title_of_what_has_the_keys_is_lit() -> None:
    panel = RequestPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(120, 40)) as pilot:
        panel.call = real_call()
        row = panel.query_one(TabRow)
        grounds = []
        for focused in (panel.view, None, panel.view):
            app.screen.set_focus(focused)
            await pilot.pause()
            grounds.append(row.background_colors[1])
        assert grounds[0] == grounds[2] != grounds[1]


async def test_a_large_page_waits_until_the_size_has_settled() -> None:
    panel = RequestPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(120, 40)) as pilot:
        panel.call = replace(real_call(), stdin=b"[" + b",\n".join([b'"0123456789012345678901234567"'] * 30_000) + b"]")
        await until(pilot, lambda: len(panel.view.page.lines) >= 30_000)
        pages = {id(panel.view.page)}
        for width in (30, 100, 30):
            await pilot.resize_terminal(width, 40)
            pages.add(id(panel.view.page))
        assert len(pages) == 1
        await until(pilot, lambda: panel.view.page.width <= 30)


async def test_a_large_payload_is_seen_at_once_and_whole_soon() -> None:
    panel = RequestPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(120, 40)) as pilot:
        panel.call = replace(real_call(), stdin=b"[" + b", ".join([b'"0123456789012345678901234567"'] * 15_000) + b"]")
        assert "being laid out: this is its beginning" in plain(panel.view.page.head[0])
        assert plain(panel.view.page.lines[1]) == '  "0123456789012345678901234567",'
        await pilot.pause()
        panel.view.scroll_to(0, 7, animate=False)
        await pilot.pause()
        await until(pilot, lambda: len(panel.view.page.lines) >= 15_000)
        assert (panel.view.page.head, panel.view.scroll_offset.y) == ((), 7)
        panel.held = "held"
        assert len(panel.view.page.lines) >= 15_000, "the same page stays while it is made again"


async def test_ascii_terminal_gets_nothing_but_ascii() -> None:
    panel = RequestPanel(glyphs=ASCII)
    app = PanelApp(panel)
    async with app.run_test(size=(80, 24)) as pilot:
        panel.call = real_call()
        panel.tab = "env"
        await pilot.pause()
        assert "\n".join(screen_lines(app)).isascii()
