"""Evidence quotes the part that is asked about."""

from traces.lessons.evidence import document_lines, surroundings

RESULT = {"ips": [{"address": "10.0.0.2/8", "gateway": "10.0.0.1"}], "dns": {}, "name": "x"}


def test_each_member_and_each_entry_has_a_line() -> None:
    assert document_lines(RESULT) == (
        "  ips:",
        '    {"address": "10.0.0.2/8", "gateway": "10.0.0.1"}',
        "  dns: {}",
        '  name: "x"',
    )


def test_long_documents_and_long_lines_are_cut() -> None:
    lines = document_lines({str(number): "y" * 900 for number in range(40)})
    assert lines[-1] == "..."
    assert len(lines) < 20
    assert all(line.endswith(" ...") and len(line) < 220 for line in lines[:-1])


def test_the_innermost_that_is_there_is_shown() -> None:
    assert surroundings(RESULT, "/ips/1/address") == (
        "/ips:",
        '  {"address": "10.0.0.2/8", "gateway": "10.0.0.1"}',
    )
    assert surroundings(RESULT, "/ips/0/address")[0] == "/ips/0:"


def test_of_the_whole_document_the_names_are_enough() -> None:
    assert surroundings(RESULT, "/routes") == ("At its top there is: ips, dns, name",)
    assert surroundings(RESULT, "/routes/0/dst") == ("At its top there is: ips, dns, name",)
    assert surroundings({}, "/routes") == ("At its top there is: nothing",)


def test_what_stands_at_the_top_needs_no_names() -> None:
    assert surroundings(RESULT, "/name") == ()
    assert surroundings("a text", "/name") == ()


def test_what_is_not_printable_is_made_so() -> None:
    assert "\x1b" not in "".join(document_lines({"a\x1b": "b\x1b", "l": [{"c\x1b": "\n\x1b"}]}))
    assert "\x1b" not in "".join(surroundings({"a\x1b": 1}, "/x"))
