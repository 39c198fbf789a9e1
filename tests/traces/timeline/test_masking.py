from dataclasses import replace

import pytest

from tests.support.traces import made, network, recorded, simple_call
from traces.model.network import Attachment
from traces.model.trace import Trace
from traces.timeline.masking import Masking

LEFT_ID, RIGHT_ID = "3f5c0e9a" * 8, "77ab01cd" * 8


def trace(container_id: str, *texts: str) -> Trace:
    """A trace whose call answered these texts."""
    call = simple_call(0, "bridge", stdout="\n".join(texts).encode())
    attachment = Attachment(container_id=container_id, netns=f"/run/netns/{container_id[:6]}")
    return replace(made(network("bridge"), (call,)), attachment=attachment)


def masking(*, raw: bool = False) -> Masking:
    """Of two runs for different containers."""
    return Masking(trace(LEFT_ID), trace(RIGHT_ID), raw=raw)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("4a:df:c8:dd:50:ec", "0e:00:c8:dd:50:01"),
        ("peer veth4b017983 on the host", "peer veth00000001 on the host"),
        (f"K8S_POD_INFRA_CONTAINER_ID={LEFT_ID}", f"K8S_POD_INFRA_CONTAINER_ID={RIGHT_ID}"),
        ("/run/netns/3f5c0e", "/run/netns/77ab01"),
        ("/proc/71/ns/net", "/proc/9124/ns/net"),
        ("2026-01-02T03:04:05.6Z ok", "2025-11-29 12:00:00 ok"),
        ("I0102 15:04:05.000001   12 main.go:3] hi", "I0203 11:04:05.000001 9912 main.go:3] hi"),
        ("killed pid 12", "killed pid 4711"),
        ("fe80::48df:c8ff:fedd:50ec/64", "fe80::1/64"),
        ("1f0e5b0c-0d1c-4c5e-8f3a-0123456789ab", "00000000-0d1c-4c5e-8f3a-0123456789ab"),
        ("cali0a1b2c3d4e5", "califfffffffff1"),
        (f"cali{LEFT_ID[:11]}", f"cali{RIGHT_ID[:11]}"),
        ("-A CNI-DN-422d217913f2a4f03c77d -j X", "-A CNI-DN-000d217913f2a4f03c77d -j X"),
    ],
)
def test_volatile_values_stand_for_each_other(left: str, right: str) -> None:
    assert masking().same(left, right)
    assert not masking(raw=True).same(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("10.88.0.2/16", "10.88.0.3/16"),
        ("eth0", "eth1"),
        ("vethweb", "vethdb"),
        ("peer veth4b017983", "master veth4b017983"),
        ("veth4b017983", "4a:df:c8:dd:50:ec"),
        ("fd00::1", "fd00::2"),
    ],
)
def test_what_was_chosen_is_not_masked(left: str, right: str) -> None:
    assert not masking().same(left, right)


def test_two_names_for_one_are_a_difference() -> None:
    mask = masking()
    assert mask.same("veth00000001", "veth0000000a")
    assert mask.same("on veth00000001", "on veth0000000a")
    assert not mask.same("veth00000001", "veth0000000b")
    assert not mask.same("veth00000002", "veth0000000a")
    assert mask.same("veth00000002", "veth0000000b")


def test_one_text_is_consistent_in_itself() -> None:
    mask = masking()
    assert not mask.same("veth00000001 veth00000001", "veth0000000a veth0000000b")
    assert not mask.same("veth00000001 veth00000002", "veth0000000a veth0000000a")
    assert mask.same("veth00000001 veth00000002", "veth0000000a veth0000000b")


def test_times_need_not_correspond() -> None:
    mask = masking()
    assert mask.same("2026-01-02T03:04:05Z", "2026-01-02T03:04:06Z")
    assert mask.same("2026-01-02T03:04:05Z", "2026-01-02T03:04:07Z")


def test_a_name_that_both_have_stands_for_itself() -> None:
    shared = "0a:00:00:00:00:01"
    mask = Masking(trace("a", shared), trace("b", shared, "0a:00:00:00:00:02"))
    assert not mask.same(shared, "0a:00:00:00:00:02")
    assert mask.same(shared, shared)


def test_hashes_of_the_same_container_are_not_masked() -> None:
    mask = Masking(trace(LEFT_ID), trace(LEFT_ID))
    assert not mask.same("cali0a1b2c3d4e5", "califfffffffff1")


def test_a_short_id_is_a_word_of_its_own() -> None:
    mask = Masking(trace("web"), trace("db"))
    assert mask.same("id web", "id db")
    assert not mask.same("webhook", "dbhook")
    assert not mask.same("web.log", "db.log")


def test_any_other_container_is_a_difference() -> None:
    assert not masking().same(LEFT_ID, "another")


def test_pids_given_as_numbers_correspond() -> None:
    mask = masking()
    assert mask.same_number("pid", 7, 9)
    assert not mask.same_number("pid", 7, 10)
    assert not masking(raw=True).same_number("pid", 7, 9)


def test_a_trace_is_the_same_as_itself() -> None:
    mask = Masking(recorded(), recorded())
    assert all(mask.same(text, text) for call in recorded().calls for text in call.env.values())


def test_placeholders_number_the_values_of_a_kind() -> None:
    mask = masking()
    one, other = "0a:00:00:00:00:01 via vethaaaaaaa1", "0a:00:00:00:00:02 via vethbbbbbbb2"
    assert mask.same(one, other)
    assert mask.masked(one, other) == "\u2039mac 1\u203a via \u2039veth 1\u203a"
    third = "0a:00:00:00:00:03", "0a:00:00:00:00:04"
    assert mask.same(*third)
    assert mask.masked(*third) == "\u2039mac 2\u203a"


def test_values_that_both_have_are_shown_as_they_are() -> None:
    shared = "0a:00:00:00:00:01 at 2026-01-02T03:04:05Z"
    mask = masking()
    assert mask.same(shared, shared.replace("05Z", "06Z"))
    assert mask.masked(shared, shared.replace("05Z", "06Z")) == "0a:00:00:00:00:01 at \u2039time\u203a"


def test_nothing_in_a_text_can_pass_for_a_placeholder_of_ours() -> None:
    mask = masking()
    texts = "\0mac\0 0a:00:00:00:00:01 \\g<0>", "\0mac\0 0a:00:00:00:00:02 \\g<0>"
    assert mask.same(*texts)
    assert mask.masked(*texts) == "\0mac\0 \u2039mac 1\u203a \\g<0>"


def test_what_was_hidden_is_counted() -> None:
    mask = masking()
    assert mask.same("a", "a")
    assert not mask.same("a", "b")
    assert mask.hidden == 0
    assert mask.same("0a:00:00:00:00:01", "0a:00:00:00:00:02")
    assert mask.same_number("pid", 1, 2)
    assert mask.hidden == 2
