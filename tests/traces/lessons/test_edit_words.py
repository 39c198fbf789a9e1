"""What was edited, in words."""

import json

from traces.lessons.edit_words import edited_lines, words_between


def between(before: object, after: object) -> tuple[str, ...]:
    return words_between(json.dumps(before).encode(), json.dumps(after).encode())


def test_each_change_is_a_line_with_its_place() -> None:
    assert between({"a": 1, "b": [1], "c": 3}, {"a": 2, "b": [1, {"x": "y"}]}) == (
        "Changed: /c removed",
        "Changed: /a = 2",
        'Changed: /b/1 = {"x": "y"}',
    )


def test_what_changes_places_is_said_to_have_moved() -> None:
    assert any(" from /plugins/" in line for line in between({"plugins": ["a", "b"]}, {"plugins": ["b", "a"]}))


def test_nothing_is_nothing_and_much_is_counted() -> None:
    assert between([1], [1]) == ("Changed: nothing.",)
    many = edited_lines({"op": "replace", "path": f"/{number}", "value": 0} for number in range(10))
    assert len(many) == 7 and many[-1] == "Changed: 4 places more."


def test_hostile_values_are_one_harmless_line() -> None:
    (line,) = edited_lines([{"op": "replace", "path": "/a\x1b", "value": "\x1b[2J\n" + "x" * 500}])
    assert "\x1b" not in line and "\n" not in line and len(line) < 300
