import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.traces import failing_add
from traces.export.pieces import call_text, exact_text, is_json, json_laid_out, pasteable, places

UNSAFE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
DOCUMENT = {"a/b": [{"~": 1}, None], "": "x", "deep": {"er": True}}


def test_a_call_stands_as_in_a_trace_file() -> None:
    call = failing_add().calls[0]
    document = json.loads(call_text(call))
    assert (document["plugin"], document["stdout"], document["exit_code"]) == ("bridge", call.stdout.decode(), 0)


def test_every_value_has_its_pointer() -> None:
    found = {place.pointer: place.text for place in places(json.dumps(DOCUMENT).encode())}
    assert list(found)[1:] == ["/a~1b", "/a~1b/0", "/a~1b/0/~0", "/a~1b/1", "/", "/deep", "/deep/er"]
    assert (found["/"], found["/a~1b/0/~0"], found["/a~1b"]) == ("x", "1", '[{"~": 1}, null]')


@pytest.mark.parametrize("content", [b"", b"no json", b'{"a": ', b"[" * 100_000, b"\xff", b"NaN"])
def test_what_is_no_json_has_no_values(content: bytes) -> None:
    assert (list(places(content)), json_laid_out(content), is_json(content)) == ([], None, False)


def test_bytes_that_are_no_text_are_told() -> None:
    assert exact_text(b"a\xff\xc3\xa9") == "a\\xff\u00e9"


def test_newlines_and_tabs_are_pasted_as_they_are() -> None:
    assert pasteable("a\n\tb\u00e9 c") == "a\n\tb\u00e9 c"


@given(st.text() | st.text(alphabet="\x1b[201~\r\n\t\x00\x9b\u202e\ud800a"))
def test_nothing_that_is_pasted_acts_on_a_terminal(text: str) -> None:
    safe = pasteable(text)
    assert [char for char in safe if char not in "\n\t" and unicodedata.category(char) in UNSAFE] == []
    safe.encode()
