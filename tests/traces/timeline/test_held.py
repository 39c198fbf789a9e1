"""What is said of a run that stands still."""

from dataclasses import replace

import pytest

from traces.timeline.glyphs import ASCII, UNICODE
from traces.timeline.held import HeldMark, edited_words, held_notes, held_time, held_words

SECOND = 1_000_000_000
MARK = HeldMark(call="1", plugin="portmap", since=10 * SECOND)


def test_the_words_name_the_place() -> None:
    assert held_words(MARK) == "held before portmap"
    assert held_words(replace(MARK, is_ended=True)) == "held after portmap"
    assert held_words(HeldMark()) == "held between two verbs"
    assert held_words(replace(MARK, plugin="\x1b[31m")).isprintable()


@pytest.mark.parametrize(("now", "said"), [(0, ""), (10, ""), (9, ""), (22, "12 s"), (75, "1 m 05 s")])
def test_the_time_is_counted_in_seconds(now: int, said: str) -> None:
    assert held_time(MARK, now * SECOND, UNICODE) == said
    assert held_time(replace(MARK, since=0), now * SECOND, UNICODE) == ""


def test_an_edit_is_said_in_words() -> None:
    assert edited_words(replace(MARK, edited=("stdin", "env"))) == "stdin edited, environment edited"


def test_notes_get_shorter_and_keep_the_edit() -> None:
    notes = held_notes(replace(MARK, edited=("stdin",)), 22 * SECOND, ASCII)
    assert notes[0] == "held before portmap, stdin edited, 12 s"
    assert "held, edited, 12 s" in notes and notes[-2:] == ("edited", "held")
    assert [len(note) for note in notes] == sorted((len(note) for note in notes), reverse=True)
