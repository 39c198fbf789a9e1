"""Searching all that went in and came out."""

from dataclasses import replace
from itertools import islice

import pytest

from tests.support.traces import failing_add, made, missing_plugin, network, recorded, simple_call
from traces.model.trace import Failure
from traces.timeline import search
from traces.timeline.search import MOST, Hit, Searchable, entries_in_order, ink, shown_text, wanted
from traces.timeline.steps import steps


def hits(text: str, *texts: bytes, side: str = "stdin", **changes: object) -> list[Hit]:
    """The hits in calls that have these texts on that side, and nothing else."""
    calls = tuple(
        simple_call(index, "x", **{"stdin": b"", "stdout": b"", side: content}, **changes)
        for index, content in enumerate(texts)
    )
    return found(text, replace(made(network(*("x" for _ in texts)), calls)))


def found(text: str, trace: object) -> list[Hit]:
    pattern = wanted(text)
    assert pattern is not None
    return list(Searchable(trace=trace).hits(pattern))  # type: ignore[arg-type]


def test_hits_come_in_the_order_of_the_steps() -> None:
    trace = failing_add()
    places = [(hit.step, hit.side) for hit in found("chain", trace)]
    assert places == [(5, "stdout"), (5, "stderr")]
    every = found("e", trace)
    assert [hit.step for hit in every] == sorted(hit.step for hit in every)
    assert {hit.side for hit in every} == {"plugin", "stdin", "stdout", "stderr", "env"}
    made_of = steps(trace)
    assert all(made_of[hit.step].call == hit.call and made_of[hit.step].plugin == hit.plugin for hit in every)


@pytest.mark.parametrize(
    ("text", "given", "count"),
    [
        ("eth0", b"eth0 ETH0 Eth0", 3),
        ("Eth0", b"eth0 ETH0 Eth0", 1),
        (".", b"a.b", 1),
        ('"a": 1', b'{"a":1}', 1),
        ('"a": 1', b'{"a":\n   1}', 1),
        ("no such", b"nosuch no such no  such", 2),
        ("\\xff", b"a\xff", 1),
        ("\u241b", b"\x1b[2J", 1),
        ("<u+202e>", "\u202e".encode(), 1),
        ("é", "É".encode(), 1),
        ("aa", b"aaaa", 2),
        ("missing", b"", 0),
    ],
)
def test_text_is_found_as_it_is_shown(text: str, given: bytes, count: int) -> None:
    assert len(hits(text, given)) == count


@pytest.mark.parametrize("text", ["", " ", "\t"])
def test_nothing_is_nothing_to_look_for(text: str) -> None:
    assert wanted(text) is None


def test_a_hit_counts_the_ink_before_it() -> None:
    (hit,) = hits("needle", b'{"a b":\n  [ "xneedle" ]}')
    assert (hit.ink, hit.size) == (ink('{"ab":["x'), 6)
    (spread,) = hits("a b", b"..a  b..", side="stderr")
    assert (spread.ink, spread.size, spread.line) == (2, 2, "..a  b..")


def test_hits_are_found_where_pieces_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_CHUNK", 10)
    text = b"needle" * 7 + b"..." + b"needle"
    assert [hit.ink for hit in hits("needle", text)] == [*range(0, 42, 6), 45]
    assert shown_text("é\x1b" * 30) == "é\u241b" * 30


def test_an_environment_is_searched_entry_by_entry() -> None:
    entries = (b"PATH=/needle", b"CNI_NETNS=/x", b"CNI_ARGS=needle=1")
    assert entries_in_order(entries) == (b"CNI_ARGS=needle=1", b"CNI_NETNS=/x", b"PATH=/needle")
    assert [(hit.side, hit.entry, hit.ink) for hit in hits("needle", b"", environment=entries)] == [
        ("env", 0, 9),
        ("env", 2, 6),
    ]


def test_a_plugin_and_what_never_started_are_found() -> None:
    trace = missing_plugin()
    assert [(hit.side, hit.call) for hit in found("failed to find", trace)] == [("error", None)]
    names = [hit for hit in found("firewall", trace) if hit.side == "plugin"]
    assert [hit.call for hit in names] == [None]


def test_what_only_libcni_says_is_found_at_the_failure() -> None:
    trace = replace(recorded(), failure=Failure(text="libcni refuses it", link=4))
    (hit,) = found("refuses", trace)
    assert hit.side == "error"
    assert steps(trace)[hit.step].failed


def test_endless_hits_are_not_all_counted() -> None:
    assert len(hits("a", b"a" * (MOST + 10))) == MOST


def test_a_search_ends_when_it_is_asked_to() -> None:
    pattern = wanted("e")
    assert pattern is not None
    asked = iter([False, False, True])
    searched = Searchable(trace=recorded())
    assert len(list(searched.hits(pattern, lambda: True))) <= 1
    assert len(list(islice(searched.hits(pattern, lambda: next(asked, True)), 100))) < len(found("e", recorded()))


def test_a_hit_tells_what_stands_around_it() -> None:
    (hit,) = hits("needle", b"first\n" + b"x" * 100 + b"needle" + b"y" * 300 + b"\nlast", side="stderr")
    assert hit.line.startswith("x" * 40 + "needle")
    assert len(hit.line) <= 160
    assert hits("first", b"first\nlast", side="stderr")[0].line == "first"
