from dataclasses import replace

from panels.render.page import Page, plain
from panels.render.stream_text import args_page, hexed, stderr_page, stdin_page, stdout_page
from tests.support.calls import ended_call, running_call


def first(page: Page) -> str:
    return plain(page.head[0] if page.head else page.lines[0])


def test_stream_cut_by_the_recorder_is_said() -> None:
    call = ended_call(stdin=b'{"a":1}', truncated=("stdin",))
    assert first(stdin_page(call, 80)) == "cut short: the recorder kept only the first 7 B of stdin"
    assert first(hexed(call, "stdin", 80)) == "cut short: the recorder kept only the first 7 B of stdin"


def test_running_call_has_no_reply_yet() -> None:
    assert first(stdout_page(running_call(), 80)) == "running, no reply yet"


def test_running_call_that_said_something_shows_it() -> None:
    assert first(stdout_page(replace(running_call(), stdout=b"{}"), 80)) == "{}"


def test_empty_reply_to_del_is_no_surprise() -> None:
    assert first(stdout_page(ended_call(verb="DEL"), 80)) == "empty: 0 bytes, as DEL is answered"
    assert first(stdout_page(ended_call(verb="ADD"), 80)) == "empty: 0 bytes"


def test_stderr_keeps_its_lines() -> None:
    page = stderr_page(ended_call(stderr=b"one\ntwo\n"), 80)
    assert [plain(line) for line in page.lines] == ["one", "two"]


def test_path_and_arguments_are_listed() -> None:
    rows = [plain(line) for line in args_page(ended_call(argv=("/bin/tuning", "-v")), 80).lines]
    assert rows == ["path      /bin/tuning", "argv[0]   /bin/tuning", "argv[1]   -v"]
