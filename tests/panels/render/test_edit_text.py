from panels.render.edit_text import changed_lines, coloured, editable, verdict, verdict_text, visible
from panels.render.page import Kind


def test_json_is_laid_out_for_editing() -> None:
    assert editable(b'{"a":[1],"b":{}}') == '{\n  "a": [ 1 ],\n  "b": {}\n}'


def test_what_is_no_json_is_edited_as_it_came() -> None:
    assert editable(b"oops\n") == "oops\n"
    assert editable(b"") == ""


def test_unsafe_characters_keep_their_columns() -> None:
    line = "a\x1bb\u202ec\x9bd\udcff"
    assert len(visible(line)) == len(line)
    assert visible(line).isprintable()


def test_colours_cover_the_line() -> None:
    places = coloured('  "a": 1')
    assert places[0][0] == 0
    assert places[-1][1] == 8
    assert (2, 5, Kind.KEY) in places


def test_very_long_line_is_left_plain() -> None:
    assert coloured('"' + "a" * 3_000 + '"') == []


def test_changed_lines_are_counted_in_the_new_text() -> None:
    assert changed_lines("a\nb\nc", "a\nB\nc\nd") == {1, 3}


def test_line_taken_out_marks_the_one_below() -> None:
    assert changed_lines("a\nb\nc", "a\nc") == {1}
    assert changed_lines("a\nb", "a") == {0}


def test_verdict_names_line_and_column() -> None:
    found = verdict('{\n "a": }', None)
    assert found is not None
    assert verdict_text(found, None).startswith("line 2 column 7: ")


def test_good_text_gets_a_good_word() -> None:
    assert verdict('{"a": 1}', None) is None
    assert verdict_text(None, None) == "valid JSON"
    assert verdict_text(None, "1.0.0", "-") == "valid JSON - valid result for 1.0.0"
