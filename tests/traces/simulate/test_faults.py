"""Faults as they are written on the command line, and as they are told."""

from signal import SIGKILL, SIGSEGV

import pytest

from traces.errors import InputError
from traces.model.fault import Fault, FaultKind
from traces.model.network import Link, Network
from traces.simulate.faults import FORM, asked_by, kind_words, parse_faults, plain_fault, sentence

TYPES = ("bridge", "portmap", "tuning", "portmap")
NETWORK = Network(
    name="net",
    cni_version="1.0.0",
    raw=b"",
    links=tuple(Link(index=index, type=name, config=b"{}") for index, name in enumerate(TYPES)),
)


def parse(*texts: str, verbs: tuple[str, ...] = ("ADD", "DEL")) -> tuple[Fault, ...]:
    return parse_faults(texts, NETWORK, verbs)


def only(text: str) -> Fault:
    (fault,) = parse(text)
    return fault


def test_a_number_is_a_link() -> None:
    fault = only("2:DEL:hang")
    assert (fault.plugin, fault.link, fault.verb, fault.kind) == ("tuning", 2, "DEL", FaultKind.HANG)


def test_a_name_is_each_link_that_has_it() -> None:
    assert [fault.link for fault in parse("portmap:ADD:empty")] == [1, 3]


def test_a_name_that_no_link_has_is_a_delegate() -> None:
    fault = only("host-local:ADD:error")
    assert (fault.plugin, fault.link) == ("host-local", None)


def test_validate_asks_plugins_for_their_version() -> None:
    (fault,) = parse("0:validate:hang", verbs=("VALIDATE",))
    assert fault.verb == "VERSION"
    assert asked_by("GC") == ("GC", "DEL")


def test_values_are_read_by_their_kind() -> None:
    error = only("0:ADD:error=7,no more: sorry")
    assert (error.number, error.text) == (7, "no more: sorry")
    assert only("0:ADD:error=7").text == "a fault put in by cnistep"
    assert only("0:ADD:exit=255").number == 255
    assert only("0:ADD:signal").number == SIGSEGV
    assert only("0:ADD:signal=sigkill").number == SIGKILL
    assert only("0:ADD:noise=I0101 hello: you=me").text == "I0101 hello: you=me"
    assert only("0:ADD:slow=0.25").number == 0.25


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1", f"expected {FORM}, as 1:ADD:error"),
        ("4:ADD:error", "there is no link 4; expected one of 0, bridge; 1, portmap; 2, tuning; 3, portmap"),
        (":ADD:error", "expected a link's number or a plugin's name before the first colon"),
        ("../x:ADD:error", "expected a link's number or a plugin's name before the first colon"),
        ("0:PING:error", "PING is no verb; expected one of ADD, DEL, CHECK, GC, STATUS, VERSION"),
        ("0:CHECK:error", "no verb that runs asks a plugin for CHECK; expected one of ADD, DEL"),
        ("0:ADD:boom", "boom is no kind of fault; expected one of error, exit, signal, hang, empty, noise,"),
        ("0:ADD:hang=3", "hang takes no value; expected hang alone"),
        ("0:ADD:exit=0", "expected exit[=N], with a number from 1 to 255"),
        ("0:ADD:error=x", "expected error[=CODE,MESSAGE], with a number from 1 to 4294967295"),
        ("0:ADD:signal=CHLD", "expected signal[=NAME], with a signal that ends a process: HUP, INT,"),
        ("0:ADD:slow=0", "expected slow[=SECONDS], with more than 0 and at most 86400 seconds"),
        ("0:ADD:slow=nan", "expected slow[=SECONDS], with more than 0"),
    ],
)
def test_what_is_wrong_is_named_and_what_was_expected(text: str, words: str) -> None:
    with pytest.raises(InputError) as refused:
        parse(text)
    assert str(refused.value).startswith(f"--fault {text}: {words}")


def test_a_call_has_one_fault_only() -> None:
    with pytest.raises(InputError, match="link 1, portmap, ADD has a fault already: link 1, portmap, ADD: panics"):
        parse("1:ADD:panic", "portmap:ADD:hang")


def test_a_fault_is_told_with_its_value() -> None:
    assert sentence(only("1:ADD:panic")) == "link 1, portmap, ADD: panics"
    assert sentence(only("0:DEL:error=11,x")) == "link 0, bridge, DEL: answers error 11"
    assert sentence(only("0:DEL:signal=KILL")) == "link 0, bridge, DEL: dies by SIGKILL"
    assert sentence(only("host-local:ADD:slow=1.5")) == "host-local, ADD: sleeps 1.5 s before it works"


@pytest.mark.parametrize("kind", FaultKind)
def test_every_kind_has_words(kind: FaultKind) -> None:
    assert kind_words(kind)
    assert sentence(plain_fault(kind, "one", "VALIDATE", 0)).startswith("link 0, one, VERSION: ")
