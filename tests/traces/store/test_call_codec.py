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


def test_an_untouched_call_says_nothing_of_hands() -> None:
    written = call_object(simple_call(0, "bridge"))
    assert not {"touched", "sent_stdin", "sent_env", "sent_env_raw"} & written.keys()


def test_what_was_touched_comes_back_beside_what_was_sent() -> None:
    sent = (b"A=1", b"A=2")
    call = simple_call(0, "bridge", touched=("stdin", "env"), sent_stdin=b"", sent_environment=sent)
    written = call_object(call)
    assert (written["touched"], written["sent_stdin"]) == (["stdin", "env"], "")
    assert (written["sent_env"], written["sent_env_raw"]) == ({"A": "1"}, ["A=1", "A=2"])
    assert read_call(Field(written, "s")) == call


@pytest.mark.parametrize("sent", [(), (b"A=1",), (b"",)])
def test_an_environment_that_was_sent_comes_back(sent: tuple[bytes, ...]) -> None:
    call = simple_call(0, "bridge", touched=("env",), sent_environment=sent)
    assert read_call(Field(call_object(call), "s")) == call
