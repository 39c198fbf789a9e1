"""Any trace at all, for property tests: bytes that are no text, surrogates, repeated names, every shape of tree."""

import json
from typing import Any

from hypothesis import strategies as st

from tests.support.any_scalars import WHOLE, texts
from tests.support.any_snapshot import moments
from traces.model.call import Call, Outcome
from traces.model.mark import Mark
from traces.model.network import Attachment, Link, Network
from traces.model.trace import Branch, Failure, Trace

contents = st.binary(max_size=12) | texts.map(lambda text: text.encode(errors="ignore"))
json_texts = st.text(max_size=6)
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | json_texts,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(json_texts, inner, max_size=2),
    max_leaves=4,
)
objects = st.dictionaries(json_texts, json_values, max_size=3)
names = st.sampled_from([b"CNI_ARGS", b"A", b"", b"\xff", "é".encode()])
entries = st.builds(lambda name, equals, value: name + equals + value, names, st.sampled_from([b"=", b""]), contents)
configs = (
    objects.map(lambda value: json.dumps(value).encode())
    | objects.map(lambda value: json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())
    | st.sampled_from(
        [b"", b"[]", b'{"a":1,"a":2}', b'{"a":1e999}', b'{"a":"\\ud800"}', b'{"a":"\xed\xa0\x80"}', b"\xff"]
    )
)


@st.composite
def networks(draw: st.DrawFn) -> Network:
    """A network of at most three links."""
    made = st.builds(
        Link, index=st.integers(0, 9), type=texts, config=configs, capabilities=st.lists(texts, max_size=2).map(tuple)
    )
    links = tuple(draw(st.lists(made, max_size=3)))
    flags = st.booleans()
    return Network(
        name=draw(texts),
        cni_version=draw(texts),
        links=links,
        raw=draw(contents),
        source=draw(texts),
        disable_check=draw(flags),
        disable_gc=draw(flags),
    )


@st.composite
def call_trees(draw: st.DrawFn, link: st.SearchStrategy[int | None]) -> tuple[Call, ...]:
    """Calls whose parents are among those before them, in any order."""
    ids = draw(st.lists(texts, max_size=4, unique=True))
    calls = [draw(_call(id_, st.sampled_from([None, *ids[:place]]), link)) for place, id_ in enumerate(ids)]
    return tuple(draw(st.permutations(calls)))


def _call(
    id_: str, parent: st.SearchStrategy[str | None], link: st.SearchStrategy[int | None]
) -> st.SearchStrategy[Call]:
    numbers = st.none() | WHOLE
    return st.builds(
        Call,
        id=st.just(id_),
        parent=parent,
        link=link,
        plugin=texts,
        path=texts,
        verb=texts,
        argv=st.lists(texts, max_size=2).map(tuple),
        environment=st.lists(entries, max_size=4).map(tuple),
        stdin=contents,
        stdout=contents,
        stderr=contents,
        exit_code=numbers,
        signal=numbers,
        started=WHOLE,
        ended=numbers,
        outcome=st.sampled_from(Outcome),
        truncated=st.lists(texts, max_size=2).map(tuple),
        touched=st.lists(st.sampled_from(["stdin", "env", "answer"]), max_size=2).map(tuple),
        sent_stdin=st.none() | contents,
        sent_environment=st.none() | st.lists(entries, max_size=4).map(tuple),
    )


@st.composite
def any_trace(draw: st.DrawFn) -> Trace:
    """A trace with anything in it that a trace may hold."""
    network = draw(networks())
    numbers = [None, *range(len(network.links))]
    link = st.sampled_from(numbers)
    branches = st.builds(
        Branch,
        trace=texts,
        link=st.sampled_from(numbers[1:] or [0]),
        edits=st.lists(objects, max_size=2).map(tuple),
        environment=st.dictionaries(texts, st.none() | texts, max_size=2),
        how=texts,
        renamed=st.dictionaries(json_texts, texts, max_size=2),
    )
    made = st.builds(
        Trace,
        id=texts,
        series=texts,
        verb=texts,
        network=st.just(network),
        attachment=_attachments(),
        place=texts,
        created=texts,
        branch_of=st.none() | branches if network.links else st.none(),
        calls=call_trees(link),
        result=st.none() | contents,
        failure=st.none() | st.builds(Failure, text=texts, code=st.none() | WHOLE, link=link),
        cache_before=st.none() | contents,
        cache_after=st.none() | contents,
        snapshots=moments(),
        policy=texts,
        simulated=st.lists(texts, max_size=2).map(tuple),
        redacted=st.booleans(),
        notes=st.lists(texts, max_size=2).map(tuple),
        marks=st.lists(_marks(), max_size=2).map(tuple),
        finished=st.booleans(),
    )
    return draw(made)


def _marks() -> st.SearchStrategy[Mark]:
    return st.builds(Mark, call=st.none() | texts, link=st.none() | WHOLE, reply=st.booleans(), note=texts)


def _attachments() -> st.SearchStrategy[Attachment]:
    return st.builds(
        Attachment,
        container_id=texts,
        netns=texts,
        ifname=texts,
        args=st.lists(st.tuples(texts, texts), max_size=2).map(tuple),
        capability_args=objects,
    )
