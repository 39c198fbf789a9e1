import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.traces import failing_add, hostile, made, missing_plugin, network, recorded, simple_call
from traces.errors import InputError
from traces.model.call import Outcome
from traces.model.trace import Trace
from traces.timeline.steps import steps
from traces.timeline.watches import Seen, look, parse_watch

ADD = recorded()


def seen(text: str, trace: Trace = ADD) -> list[Seen]:
    """What an expression is at every step of a trace."""
    found = steps(trace)
    return [look(parse_watch(text), trace, found, cursor) for cursor in range(len(found))]


def one(text: str, document: Any) -> Seen:
    """What an expression is in a reply."""
    stdout = document if isinstance(document, bytes) else json.dumps(document).encode()
    return seen(text, made(network("a"), (simple_call(0, "a", stdout=stdout),)))[1]


def test_a_pointer_and_a_path_mean_the_same() -> None:
    assert [each.text for each in seen("/ips/0/address")] == [each.text for each in seen("ips[0].address")]
    assert seen("ips[0].address")[3].text == "10.89.9.3/24"


def test_a_request_shows_its_prev_result_and_a_reply_its_result() -> None:
    found = seen("interfaces|len")
    assert found[0] == Seen(text="no prevResult here", is_there=False)
    assert found[2].text == "no interfaces in the result"
    assert [each.text for each in found[3:6]] == ["3", "3", "3"]


def test_only_what_has_just_changed_is_said_to() -> None:
    assert [each.changed for each in seen("interfaces|len")[:6]] == [False, False, False, True, False, False]
    assert not any(each.changed for each in seen("never.there"))


def test_a_value_that_goes_has_changed_too() -> None:
    calls = (simple_call(0, "a"), simple_call(1, "b", stdout=b'{"cniVersion":"1.0.0"}'))
    found = seen("ips|len", made(network("a", "b"), calls))
    assert [(each.text, each.changed) for each in found] == [
        ("no ips in prevResult", False),
        ("1", True),
        ("no ips in prevResult", True),
        ("no ips in the result", False),
    ]


def test_stdin_and_environment_can_be_watched() -> None:
    assert {each.text for each in seen("env:CNI_IFNAME")} == {"eth0"}
    assert seen("env:NOT_THERE")[0] == Seen(text="not in the environment", is_there=False)
    assert seen("stdin:/ipam/type")[0].text == seen("stdin:ipam.type")[0].text == "host-local"


def test_a_failing_reply_shows_what_its_plugin_was_given() -> None:
    assert seen("ips[0].address", failing_add())[5].text == "10.89.9.3/24"


def test_a_link_that_was_never_called_has_nothing() -> None:
    assert seen("ips", missing_plugin())[-1] == Seen(text="nothing was called here", is_there=False, changed=False)


def test_texts_stand_bare_and_all_else_as_json() -> None:
    document = {"a": "x y", "b": {"c": [1, None, True]}, "d": 1.5}
    assert [one(text, document).text for text in ("a", "b", "b.c[1]", "d")] == [
        "x y",
        '{"c": [1, null, true]}',
        "null",
        "1.5",
    ]
    assert one("a|len", document).text == "3"


def test_names_with_slashes_and_tildes_are_found() -> None:
    document = {"a/b": {"~": 1}, "": 2, "0": 3}
    assert one("/a~1b/~0", document).text == "1"
    assert one("/", document).text == "2"
    assert one("/0", document).text == "3"


@pytest.mark.parametrize(
    ("text", "document", "why"),
    [
        ("ips[2]", {"ips": [1]}, "ips has 1 entry"),
        ("ips[0].a", {"ips": [1]}, "ips[0] has nothing in it"),
        ("ips.a", {"ips": []}, "ips is a list: expected a number, not a"),
        ("dns[0]", {"dns": {}}, "dns is no list"),
        ("dns.x", {"dns": {}}, "no x in dns"),
        ("n|len", {"n": 3}, "n has no length"),
        ("a", b"{broken", "the result is not JSON"),
        ("a", b" ", "no ips in prevResult"),
    ],
)
def test_what_is_missing_is_named(text: str, document: Any, why: str) -> None:
    found = one("ips" if document == b" " else text, document)
    assert (found.text, found.is_there) == (why, False)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected an expression: "),
        ("ips[", "ips[: character 4: expected the number of an entry and ], like [0]"),
        ("ips[a].b", "ips[a].b: character 4: expected the number of an entry"),
        ("a..b", "a..b: character 2: expected a name behind the dot"),
        (".a", ".a: character 1: expected a name"),
        ("a[0]b", "a[0]b: character 5: expected a dot, [ or |len"),
        ("a|length", "a|length: character 2: expected |len at the end"),
        ("/a~2", "/a~2: character 4: expected 0 or 1 behind ~"),
        ("stdin:", "stdin:: character 7: expected an expression"),
        ("stdin:a[", "stdin:a[: character 8: expected the number of an entry"),
        ("env:A=1", "env:A=1: character 6: expected the name of a variable alone"),
    ],
)
def test_a_wrong_expression_is_told_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as error:
        parse_watch(text)
    assert str(error.value).startswith(complaint)
    assert "\n" not in str(error.value)


@given(st.text(alphabet="a0.[]|/~:len stdin", max_size=12))
def test_any_text_is_understood_or_refused(text: str) -> None:
    try:
        watch = parse_watch(text)
    except InputError:
        return
    found = steps(ADD)
    for cursor in (0, 3):
        assert look(watch, ADD, found, cursor).text.isprintable()


def test_hostile_values_become_harmless() -> None:
    trace = hostile()
    for text in ("stdin:prevResult.x", "/x", "stdin:runtimeConfig"):
        for found in seen(text, trace):
            assert found.text.isprintable()
            assert len(found.text) <= 2_000


def test_values_that_differ_far_behind_have_changed() -> None:
    long = "x" * 5_000
    calls = [
        simple_call(index, "a", stdin=b"{}", stdout=json.dumps({"a": f"{long}{index}"}).encode()) for index in (0, 1)
    ]
    failed = replace(calls[0], outcome=Outcome.OK)
    found = seen("a", made(network("a", "a"), (failed, calls[1])))
    assert [each.changed for each in found] == [False, True, True, True]
