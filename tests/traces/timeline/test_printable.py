"""What is recorded can neither steer the terminal nor lie about its order."""

import pytest

from traces.timeline.printable import printable


@pytest.mark.parametrize(
    ("recorded", "shown"),
    [
        ("plain", "plain"),
        ("\x1b]52;c;aGk=\x07", "␛]52;c;aGk=␇"),
        ("a\x00b", "a␀b"),
        ("\x9b2J", "<U+009B>2J"),
        ("ab\u202edc", "ab<U+202E>dc"),
        (b"\xff{}", "\\xff{}"),
        ("\udcff", "\\xff"),
        ("漢字", "漢字"),
        ("[/] [red]", "[/] [red]"),
    ],
)
def test_unsafe_characters_become_visible(recorded: str | bytes, shown: str) -> None:
    assert printable(recorded) == shown


def test_newlines_stay_only_where_lines_are_wanted() -> None:
    assert printable("a\n\tb", lines=True) == "a\n  b"
    assert printable("a\n\tb") == "a␊␉b"
