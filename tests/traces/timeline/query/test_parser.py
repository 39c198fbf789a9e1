"""The grammar: what is read, what is refused, and that what is written is read again."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.any_scalars import texts
from tests.support.any_trace import any_trace
from traces.errors import InputError
from traces.model.trace import Trace
from traces.store.summarise import summary_of
from traces.timeline.query import Query, parse
from traces.timeline.query.fields import FIELDS
from traces.timeline.query.term import COMPARISONS, quoted


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("ips empty", "ips empty"),
        ("ips NOT  empty", "ips not empty"),
        ("exit != 0", "exit!=0"),
        ("stderr not empty", "stderr not empty"),
        ("plugin=portmap exit!=0 pod~web", "plugin=portmap exit!=0 pod~web"),
        ("PLUGIN = Portmap", "plugin=Portmap"),
        ("ms>=1000.5 depth <2", "ms>=1000.5 depth<2"),
        ("not plugin=bridge", "not plugin=bridge"),
        ("not not failed", "failed"),
        ("not ips not empty", "not ips not empty"),
        ("pod:web ns: net: verb:add,del", "pod~web verb~add,del"),
        ("exit:1 simulated:yes", "exit=1 simulated=yes"),
        ("pod:,", ""),
        ("msg~'no such' \"a b\"", 'msg~"no such" "a b"'),
        ('stdin~"a\\"b\\\\c"', 'stdin~"a\\"b\\\\c"'),
        ("env~CNI_IFNAME=eth1", "env~CNI_IFNAME=eth1"),
        ("FAILED ok Running", "failed ok running"),
        ('"failed"', '"failed"'),
        ('error=""', 'error=""'),
        ("fe80::1 12:30 colour:red web-0 exit", "fe80::1 12:30 colour:red web-0 exit"),
        ("exit=1,2", "exit=1,2"),
        ("  ", ""),
    ],
)
def test_what_is_typed_is_read(typed: str, read: str) -> None:
    assert str(parse(typed)) == read


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("exit!=abc", "exit!=abc: expected a number"),
        ("ok exit = x", "exit = x: expected a number"),
        ("exit~1", "exit~1: expected = != < > <= or >=, as exit is a number"),
        ("plugin>1", "plugin>1: expected = != ~ or !~, as plugin is no number"),
        ("stdout<9", "stdout<9: expected = != ~ or !~, as stdout is no number"),
        ("exit<1,2", "exit<1,2: expected one number"),
        ("ips=10.0.0.1", "ips=10.0.0.1: expected a number, as ips are counted; ips~TEXT looks into them"),
        ("pod=", 'pod=: expected a value; pod empty, or pod="", asks for none'),
        ("pod=,", 'pod=,: expected a value; pod empty, or pod="", asks for none'),
        ('pod~""', 'pod~"": expected what to look for'),
        ("exit!", "exit!: expected exit!= or exit!~ and a value"),
        ("simulated=2", "simulated=2: expected simulated=yes or simulated=no"),
        ("simulated~yes", "simulated~yes: expected simulated=yes or simulated=no"),
        ("not", "not: expected a word behind it"),
        ("ok not", "not: expected a word behind it"),
        ('""', '"": expected a word between the quotes'),
        ("pod='a", "'a: expected a closing '"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(typed: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        parse(typed)
    assert str(refused.value) == said


@pytest.mark.parametrize("typed", ["plgin=portmap", "plgin empty", "plgin not empty", "PLGIN ~ x"])
def test_an_unknown_field_is_named_with_the_known(typed: str) -> None:
    with pytest.raises(InputError) as refused:
        parse(typed)
    assert str(refused.value).casefold() == f"unknown field plgin: expected one of {' '.join(FIELDS)}"


def test_a_refusal_is_one_short_safe_line() -> None:
    with pytest.raises(InputError) as refused:
        parse('exit="\x1b]52;\n' + "x" * 10_000 + '"')
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 100


pieces = st.sampled_from(
    [*FIELDS, *COMPARISONS, "not", "empty", "failed", " ", " ", ",", ":", '"', "'", "\\", "*", "?", "[", "1", "a", "\n"]
)
typed_texts = st.lists(pieces | st.text(max_size=3) | texts, max_size=12).map("".join)
questions = st.builds(
    lambda negation, field, how, value: f"{negation}{field}{how}{value}",
    st.sampled_from(["", "not "]),
    st.sampled_from([*FIELDS]),
    st.sampled_from([*COMPARISONS, " empty", " not empty", ":"]),
    st.sampled_from(["1", "-2.5", "yes", "a*", "?", "a,b", "a/b"]) | st.text(max_size=4).map(quoted),
)


@given(typed_texts)
def test_any_text_is_read_or_refused(typed: str) -> None:
    with contextlib.suppress(InputError):
        query = parse(typed)
        assert parse(str(query)) == query


@settings(max_examples=50, deadline=None)
@given(st.lists(questions, min_size=1, max_size=3), any_trace())
def test_any_query_can_be_asked_of_any_trace(asked: list[str], trace: Trace) -> None:
    query = Query()
    with contextlib.suppress(InputError):
        query = parse(" ".join(asked))
    for call in trace.calls:
        query.fits_call(call, trace)
        query.fits_call(call.as_asked(), trace)
    if query.fits_trace(trace):
        assert query.fits_summary(summary_of(trace))
