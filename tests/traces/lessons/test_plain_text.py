"""Markdown becomes plain lines that fit."""

from traces.lessons.plain_text import folded, plain_lines


def test_paragraphs_and_lists_are_wrapped() -> None:
    lines = plain_lines("One **two** `three`\nfour five.\n\n- six seven eight\n- nine", 16)
    assert lines == ["One two three", "four five.", "", "- six seven", "  eight", "- nine"]


def test_code_stays_as_it_is() -> None:
    assert plain_lines("Text.\n\n```json\n{\n\n  **x**\n```\nMore.", 40) == [
        "Text.",
        "",
        "  {",
        "",
        "    **x**",
        "",
        "More.",
    ]


def test_code_that_is_too_wide_is_folded() -> None:
    assert plain_lines("```\naaaa bbbb cccc\n```", 12) == ["  aaaa bbbb", "  cccc"]


def test_json_is_broken_behind_its_commas() -> None:
    assert folded('{"aaaa":1,"bbbb":2}', 12) == ['{"aaaa":1,', '"bbbb":2}']
    assert folded("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]
