"""What was edited, in words."""

import json

from traces.lessons.edit_words import edit_words, words_between


def between(before: object, after: object) -> tuple[str, ...]:
    return words_between(json.dumps(before).encode(), json.dumps(after).encode())


def test_each_change_is_a_line_with_its_place() -> None:
    assert between({"a": 1, "b": [1], "c": 3}, {"a": 2, "b": [1, {"x": "y"}]}) == (
        "Changed: /c is gone",
        "Changed: /a is now 2",
        'Changed: at /b/1 there is now {"x": "y"}',
    )


def test_what_changes_places_is_said_to_have_moved() -> None:
    assert any("is at /plugins/" in line for line in between({"plugins": ["a", "b"]}, {"plugins": ["b", "a"]}))


def test_nothing_is_nothing_and_much_is_counted() -> None:
    assert between([1], [1]) == ("Changed: nothing.",)
    many = edit_words({"op": "replace", "path": f"/{number}", "value": 0} for number in range(10))
    assert len(many) == 7 and many[-1] == "Changed: 4 places more."


def test_hostile_values_are_one_harmless_line() -> None:
    (line,) = edit_words([{"op": "replace", "path": "/a\x1b", "value": "\x1b[2J\n" + "x" * 500}])
    assert "\x1b" not in line and "\n" not in line and len(line) < 300
