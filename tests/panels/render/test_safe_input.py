from textual import events

from panels.render.safe_input import SafeInput
from tests.support.panel_app import PanelApp, screen_lines


async def test_what_is_pasted_is_shown_as_text() -> None:
    line = SafeInput(compact=True)
    app = PanelApp(line)
    async with app.run_test(size=(60, 4)) as pilot:
        line.focus()
        await pilot.pause()
        line.post_message(events.Paste("\x1b]52;c;YQ==\x07 \u202ex"))
        await pilot.press("end", "z")
        assert line.value == "\u241b]52;c;YQ==\u2407 <U+202E>xz"
        assert line.value in screen_lines(app)[0]
