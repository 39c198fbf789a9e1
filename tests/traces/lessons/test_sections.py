"""A lesson's Markdown is cut at its steps."""

from traces.lessons.lesson import Text
from traces.lessons.sections import sections


def test_text_is_cut_at_headings_and_lines() -> None:
    found = sections("Intro.\n\n## one\nBefore.\n\n---\nAfter.\n\n## end\nBye.\n")
    assert found == {
        "": Text(before="Intro."),
        "one": Text(before="Before.", after="After."),
        "end": Text(before="Bye."),
    }


def test_a_heading_in_code_begins_nothing() -> None:
    markdown = "```\n## no\n```"
    assert sections(markdown) == {"": Text(before=markdown)}
