"""The snapshots of a trace are kept as differences, and come back whole."""

import json
from typing import Any

import pytest
from hypothesis import given

from tests.support.any_snapshot import moments
from traces.errors import StoreError
from traces.model.snapshot import Device, Moment, Namespace, NetfilterLine, Snapshot
from traces.store.fields import Field
from traces.store.snapshot_codec import pack_moments, snapshot_of, unpack_moments


@given(moments())
def test_moments_come_back_as_they_were(made: tuple[Moment, ...]) -> None:
    kept = json.loads(json.dumps(pack_moments(made)).encode())
    assert unpack_moments(Field(list(kept), "f", "/snapshots")) == made


def test_a_later_moment_has_only_what_changed() -> None:
    lines = tuple(NetfilterLine(family="ipv4", table="nat", line=f"-A X -s 10.1.0.{n}/32") for n in range(200))
    first = Snapshot(host=Namespace(netfilter=lines))
    second = Snapshot(host=Namespace(netfilter=lines, links=(Device(index=2, name="cni0"),)))
    kept = pack_moments([Moment(call=str(n), when="after", snapshot=s) for n, s in enumerate((first, second, second))])
    assert kept[1]["changes"] == {
        "members": {"host": {"members": {"links": {"value": [{"index": 2, "name": "cni0"}]}}}}
    }
    assert kept[2] == {"call": "2", "moment": "after", "changes": {"members": {}}}


def test_entries_of_another_form_are_left_out() -> None:
    old = {"moment": "end", "call": None, "host": {"links": ["bridge cni0"]}}
    kept = (old, *pack_moments([Moment(call=None, when="end", snapshot=Snapshot())]))
    assert unpack_moments(Field(list(kept), "f", "/snapshots")) == (Moment(call=None, when="end", snapshot=Snapshot()),)


def test_a_change_to_nothing_is_refused() -> None:
    kept: list[dict[str, Any]] = [{"call": None, "moment": "after", "changes": {"members": {}}}]
    with pytest.raises(StoreError, match=r"^f: /snapshots/0/changes/members: expected a difference to an object"):
        unpack_moments(Field(list(kept), "f", "/snapshots"))


def test_a_change_that_goes_too_deep_is_refused() -> None:
    tree: dict[str, Any] = {}
    change: dict[str, Any] = {"members": {}}
    for _ in range(5000):
        tree, change = {"a": tree}, {"members": {"a": change}}
    kept = ({"moment": "x", "snapshot": tree}, {"moment": "y", "changes": change})
    with pytest.raises(StoreError, match=r"^f: /snapshots: expected snapshots, found values nested too deep$"):
        unpack_moments(Field(list(kept), "f", "/snapshots"))


def test_an_answer_that_is_no_snapshot_is_refused() -> None:
    with pytest.raises(StoreError, match=r"^the sandbox: /host: expected an object, found 5$"):
        snapshot_of({"host": 5}, "the sandbox")
