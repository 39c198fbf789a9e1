from dataclasses import replace

from panels.reply_panel import ReplyPanel
from tests.support.calls import failed_call, real_call, running_call
from tests.support.kernel_trace import EMPTY, kernel_trace, reserved
from tests.support.panel_app import PanelApp, screen_lines, screen_text
from tests.support.traces import LOOPBACK_FIRST, recorded
from traces.model.call import Outcome
from traces.timeline.kernel_steps import KernelStep, kernel_step


async def test_reply_counts_stderr_and_names_the_exit() -> None:
    panel = ReplyPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 24)) as pilot:
        panel.call = failed_call()
        await pilot.pause()
        assert screen_lines(app)[0] == " REPLY from portmap [stdout] changes  kernel  stderr 2  exit 1"
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
        await pilot.press("z")
        assert "END" not in screen_text(app)
        panel.view.scroll_to(x=70, animate=False)
        await pilot.pause()
        assert "END" in screen_text(app)


async def test_what_was_dropped_has_a_tab() -> None:
    panel = ReplyPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 24)) as pilot:
        panel.call = next(call for call in recorded(LOOPBACK_FIRST).calls if call.plugin == "bridge")
        panel.tab = "changes"
        await pilot.pause()
        assert screen_lines(app)[:3] == [
            " REPLY from bridge  stdout [changes 8] kernel  stderr  exit 0",
            " 3 dropped · 5 added",
            " - interface lo in the pod  mac 00:00:00:00:00:00",
        ]


async def test_the_kernels_tab_turns_from_changes_to_whole_states() -> None:
    panel = ReplyPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 24)) as pilot:
        trace = kernel_trace(EMPTY, reserved(EMPTY))
        panel.call, panel.kernel = trace.call("call-1"), kernel_step(trace, "call-1")
        await pilot.pause()
        assert screen_lines(app)[0] == " REPLY from portmap [stdout] changes  kernel 1 ≠8  stderr  exit 0"
        heads = []
        for _ in range(4):
            panel.turn_kernel()
            await pilot.pause()
            heads.append(screen_lines(app)[1].split("W ")[0].strip())
        assert heads == [
            "8 not in kernel · 1 added",
            "the whole state before it",
            "the whole state after it",
            heads[0],
        ]


async def test_the_kernels_tab_follows_what_becomes_known() -> None:
    panel = ReplyPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 24)) as pilot:
        trace = kernel_trace()
        panel.call, panel.tab = trace.call("call-0"), "kernel"
        panel.kernel = KernelStep(why_unknown="not yet")
        await pilot.pause()
        assert screen_lines(app)[1] == " not yet"
        panel.kernel = kernel_step(trace, "call-0")
        await pilot.pause()
        assert screen_lines(app)[1].startswith(" 10 added ")


async def test_a_held_call_has_no_reply_yet_and_says_why() -> None:
    panel = ReplyPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 24)) as pilot:
        panel.call, panel.held = running_call(), "held, stdin edited"
        await pilot.pause()
        assert screen_lines(app)[0].startswith(" REPLY held, stdin edited ")
        assert screen_lines(app)[1] == " held: it was not executed yet"
