import pytest

from panels.render.changes_text import changes_page
from panels.render.glyphs import ASCII, UNICODE, Glyphs
from panels.render.page import Kind, plain
from tests.support.results import POD, link, result
from tests.support.traces import FIVE_LINKS, LOOPBACK_FIRST, recorded
from traces.model.call import Call


def real(plugin: str, recording: str) -> Call:
    return next(call for call in recorded(recording).calls if call.plugin == plugin)


def text(call: Call, width: int = 80, glyphs: Glyphs = UNICODE) -> list[str]:
    page = changes_page(call, width, glyphs)
    return [plain(line).rstrip() for line in (*page.head, *page.lines)]


def test_changes_are_counted_and_grouped_by_kind() -> None:
    before = result(interfaces=[{"name": "lo"}, {"name": "eth0", "sandbox": POD, "mac": "aa"}])
    after = result(routes=[{"dst": "0.0.0.0/0"}], interfaces=[{"name": "eth0", "sandbox": POD, "mac": "bb"}])
    assert text(link(before, after))[:4] == [
        "1 dropped · 1 changed · 1 added",
        "- interface lo on the host",
        "~ mac of interface eth0 in the pod  aa → bb",
        "+ route 0.0.0.0/0",
    ]


def test_what_was_dropped_is_explained_at_the_bottom() -> None:
    said = text(real("bridge", LOOPBACK_FIRST))
    assert said[0] == "3 dropped · 5 added"
    assert said[-3:] == [
        "",
        "Nobody merges results: what the plugin did not carry over from prevResult is",
        "gone. The next link, or the runtime, gets only what is in this answer.",
    ]


def test_what_was_only_added_needs_no_explanation() -> None:
    assert text(real("bandwidth", FIVE_LINKS)) == [
        "1 added",
        "+ interface bwp7f69a2e36d1b on the host  mac 26:f7:24:8b:d1:57",
    ]


def test_signs_are_coloured_by_what_they_mean() -> None:
    lines = changes_page(real("bridge", LOOPBACK_FIRST), 80).lines
    assert {line[0] for line in lines if line and line[0].kind is not Kind.NOTE} == {
        ("- ", Kind.WARNING),
        ("+ ", Kind.GOOD),
    }


def test_an_unchanged_result_is_told_in_one_line() -> None:
    assert text(real("portmap", FIVE_LINKS)) == ["portmap passed prevResult on unchanged"]


def test_without_a_prev_result_one_line_says_so() -> None:
    assert text(real("loopback", LOOPBACK_FIRST)) == ["nothing to compare: the plugin was given no prevResult"]


def test_another_version_is_told_and_explained() -> None:
    assert text(link(result(), result(cniVersion="0.4.0"))) == [
        "another version",
        "~ version of the result  1.0.0 → 0.4.0",
        "",
        "libcni converts nothing on the way: the next link gets this as 0.4.0.",
    ]


@pytest.mark.parametrize("width", [20, 40, 80])
def test_no_line_is_wider_than_the_view(width: int) -> None:
    call = link(result(interfaces=[{"name": "n" * 70, "mac": "m" * 70}]), result(dns={"domain": "d" * 99}))
    assert changes_page(call, width).width <= width


def test_signs_of_an_ascii_terminal_are_ascii() -> None:
    call = link(result(interfaces=[{"name": "a", "mac": "b"}]), result(interfaces=[{"name": "a", "mac": "c"}]))
    assert all(line.isascii() for line in text(call, glyphs=ASCII))


def test_hostile_names_do_no_harm() -> None:
    call = link(result(interfaces=[{"name": "\x1b]52;c;YQ==\x07[/]"}]), result())
    assert text(call)[1] == "- interface ␛]52;c;YQ==␇[/] on the host"
