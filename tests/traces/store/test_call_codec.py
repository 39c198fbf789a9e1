"""A call's environment in the trace file: readable by name, and exact."""

import pytest

from tests.support.traces import simple_call
from traces.store.call_codec import call_object, read_call
from traces.store.fields import Field


def test_plain_environment_is_an_object_alone() -> None:
    written = call_object(simple_call(0, "bridge", environment=(b"CNI_COMMAND=ADD", b"EMPTY=", b"EQ=a=b")))
    assert written["env"] == {"CNI_COMMAND": "ADD", "EMPTY": "", "EQ": "a=b"}
    assert "env_raw" not in written


def test_repeated_names_keep_every_entry() -> None:
    written = call_object(simple_call(0, "bridge", environment=(b"A=1", b"A=2")))
    assert (written["env"], written["env_raw"]) == ({"A": "1"}, ["A=1", "A=2"])


def test_entries_that_are_no_utf8_are_kept_in_base64() -> None:
    written = call_object(simple_call(0, "bridge", environment=(b"A=\xff", b"OK=1")))
    assert (written["env"], written["env_raw"]) == (
        {"A": {"base64": "/w=="}, "OK": "1"},
        [{"base64": "QT3/"}, "OK=1"],
    )


@pytest.mark.parametrize("entry", [b"NO_EQUALS", b"", b"=x", b"\xff=1", b"A=\n\x00"])
def test_odd_entries_come_back(entry: bytes) -> None:
    call = simple_call(0, "bridge", environment=(b"FIRST=1", entry))
    assert read_call(Field(call_object(call), "s")) == call
