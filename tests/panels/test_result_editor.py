import pytest
from textual import on

from app.live.link_edit import environment_complaint
from panels.render.edit_text import Check, editable
from panels.result_editor import ResultEditor
from tests.support.panel_app import PanelApp, screen_lines, screen_text

RESULT = b'{"cniVersion":"1.0.0","ips":[{"address":"10.22.0.7/16"}]}'


class EditorApp(PanelApp):
    """Keeps what the editor posts."""

    @on(ResultEditor.Submitted)
    @on(ResultEditor.Cancelled)
    def keep(self, message: ResultEditor.Submitted | ResultEditor.Cancelled) -> None:
        """Keep the message."""
        self.hear(message)


async def test_valid_result_is_said_to_be_one() -> None:
    editor = ResultEditor(editable(RESULT), cni_version="1.0.0")
    app = EditorApp(editor)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert screen_lines(app)[-1].startswith(" ✓ valid JSON · valid result for 1.0.0")
        assert screen_lines(app)[-1].endswith("nothing changed")


async def test_mistake_is_named_with_its_place_and_marked() -> None:
    editor = ResultEditor(editable(RESULT), cni_version="1.0.0")
    app = EditorApp(editor)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("down", "end", "x")
        editor.check()
        await pilot.pause()
        assert " ✗ line 2 column 25: " in screen_text(app)
        assert "1 line changed" in screen_text(app)
        assert screen_lines(app)[1].startswith("✗")


async def test_wrong_result_is_told_by_its_pointer() -> None:
    editor = ResultEditor('{"cniVersion": "1.0.0", "ips": 7}', cni_version="1.0.0")
    app = EditorApp(editor)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert " ✗ line 1 column 32: ips: " in screen_text(app)


async def test_plain_json_is_enough_without_a_version() -> None:
    editor = ResultEditor('{"ips": 7}')
    app = EditorApp(editor)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert screen_lines(app)[-1].startswith(" ✓ valid JSON ")
        assert "result" not in screen_lines(app)[-1]


@pytest.mark.parametrize("key", ["ctrl+r", "ctrl+s", "f2"])
async def test_each_submit_key_posts_the_text(key: str) -> None:
    app = EditorApp(ResultEditor("{}"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("end", "space", key)
        await pilot.pause()
        assert [message.text for message in app.heard if isinstance(message, ResultEditor.Submitted)] == ["{} "]


async def test_escape_says_whether_something_was_changed() -> None:
    app = EditorApp(ResultEditor("{}"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("escape", "x", "escape")
        await pilot.pause()
        assert [message.changed for message in app.heard if isinstance(message, ResultEditor.Cancelled)] == [
            False,
            True,
        ]


async def test_revert_brings_the_first_text_back_and_undo_the_edit() -> None:
    editor = ResultEditor("{}")
    app = EditorApp(editor)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("x", "ctrl+t")
        assert editor.text == "{}"
        await pilot.press("ctrl+z")
        assert editor.text == "x{}"


async def test_text_is_looked_at_once_typing_pauses() -> None:
    editor = ResultEditor("{}")
    app = EditorApp(editor)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("x")
        while "✗" not in screen_text(app):
            await pilot.pause(0.05)
        assert "not" not in screen_lines(app)[0]


async def test_jump_goes_to_the_mistake() -> None:
    editor = ResultEditor('{\n"a": 1,\n"b": x\n}')
    app = EditorApp(editor)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("ctrl+g", "delete", "2")
        assert editor.text == '{\n"a": 1,\n"b": 2\n}'


async def test_recorded_control_characters_are_shown_harmless() -> None:
    editor = ResultEditor('{"a": "\x1b[2J\u202e[/]\x9b"}')
    app = EditorApp(editor)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert '{"a": "␛[2J\ufffd[/]\ufffd"}' in screen_text(app)
        assert editor.text == '{"a": "\x1b[2J\u202e[/]\x9b"}'


async def test_edit_taken_up_again_counts_against_the_record() -> None:
    editor = ResultEditor('{"a": 2}', original='{"a": 1}')
    app = EditorApp(editor)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert screen_lines(app)[-1].endswith("1 line changed")
        assert not editor.changed
        await pilot.press("ctrl+t")
        assert editor.text == '{"a": 1}'
        assert editor.changed


async def test_a_check_of_ones_own_says_what_the_text_should_be() -> None:
    check = Check(find=environment_complaint, good="NAME=VALUE in each line")
    editor = ResultEditor("A=1", check=check)
    app = EditorApp(editor)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert screen_lines(app)[-1].startswith(" ✓ NAME=VALUE in each line")
        editor._editor.area.text = "A"
        editor.check()
        await pilot.pause()
        assert screen_lines(app)[-1].startswith(" ✗ line 1 column 1: expected NAME=VALUE")
