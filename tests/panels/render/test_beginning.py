import json

from panels.render.beginning import LARGE, beginning_page, is_large
from panels.render.json_text import payload_page
from panels.render.page import plain

RESULT = json.dumps({"cniVersion": "1.0.0", "routes": [{"dst": "10.0.0.0/8", "gw": "10.0.0.1"}] * 10_000}).encode()


def test_only_what_takes_long_is_large() -> None:
    assert not is_large(b"x" * LARGE)
    assert is_large(RESULT)


def test_the_beginning_is_that_of_the_whole_page() -> None:
    first, whole = beginning_page(RESULT, 60), payload_page(RESULT, 60)
    assert len(first.lines) < len(whole.lines)
    assert first.lines[:60] == whole.lines[:60]


def test_it_says_that_more_comes() -> None:
    (line,) = beginning_page(RESULT, 60).head
    assert plain(line).endswith("kB, being laid out: this is its beginning")


def test_text_and_bytes_are_shown_as_such() -> None:
    assert plain(beginning_page(b"one line\n" * 40_000, 60).lines[1]) == "one line"
    assert plain(beginning_page(bytes(range(256)) * 2_000, 80).lines[0]).startswith("00000000")
