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
    assert plain_lines("```\naaaa bbbb cccc\n```", 12) == ["  aaaa bbbb", "      cccc"]


def test_json_is_broken_behind_its_commas() -> None:
    assert folded('{"aaaa":1,"bbbb":2}', 12) == ['{"aaaa":1,', '"bbbb":2}']
    assert folded("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]


def test_what_is_wide_is_folded_by_its_cells() -> None:
    assert folded("網" * 12, 10) == ["網" * 5, "網" * 5, "網" * 2]
    assert folded("網" * 2, 1) == ["網", "網"]


def test_a_very_long_line_is_folded_in_one_go() -> None:
    assert "".join(folded("網" * 100_000, 78)) == "網" * 100_000
    assert folded("abc " * 3 + " " * 9, 4) == ["abc", "abc", "abc", ""]


def test_a_long_number_is_no_mark_of_a_list() -> None:
    assert plain_lines("9" * 30 + ". one", 20) == ["9" * 20, "9" * 10 + ". one"]
