from dataclasses import replace

import pytest
from hypothesis import given

from tests.support.any_snapshot import any_value
from tests.support.claimed import HOST, POD, SNAPSHOT, pod
from tests.support.kernel_trace import EMPTY, kernel_trace, reserved
from traces.kernel.claim import ClaimRow
from traces.model.snapshot import DeviceAddress, Namespace, Snapshot, Unread
from traces.timeline.glyphs import ASCII
from traces.timeline.kernel_steps import KernelStep, kernel_step
from traces.timeline.kernel_words import (
    GAP,
    Saying,
    Tone,
    call_lines,
    claim_lines,
    claim_text,
    kernel_text,
    state_lines,
)
from traces.timeline.printable import printable

BROKEN = pod(addresses=(DeviceAddress(device="eth0", address="10.1.0.3/16"), *POD.addresses[1:]))


def row(**fields: object) -> ClaimRow:
    given_ = {"kind": "mac", "subject": "eth0", "side": "pod", "claimed": "aa", "kernel": "bb", "agrees": False}
    return ClaimRow(**given_ | fields)  # type: ignore[arg-type]


def told(before: Snapshot, after: Snapshot) -> list[tuple[str, str]]:
    lines = call_lines(kernel_step(kernel_trace(before, after), "call-1"))
    return [(line.tone, f"{line.kind}|{line.text}|{line.detail}") for line in lines if line.tone is not Tone.GAP]


def test_changes_stand_below_side_and_kind() -> None:
    gone = replace(BROKEN, host=Namespace(addresses=HOST.addresses))
    lines = told(SNAPSHOT, reserved(gone))
    assert lines[lines.index(("side", "|in the pod's netns|")) :] == [
        ("side", "|in the pod's netns|"),
        ("removed", "address|10.1.0.2/16 on eth0|"),
        ("added", "|10.1.0.3/16 on eth0|"),
        ("side", "|on the host|"),
        ("removed", "link|cni0 (3)|bridge, mac 02:00:00:00:00:01, mtu 1500, state up"),
        ("removed", "|veth1 (4)|veth, mac 02:00:00:00:00:02, mtu 1500, state up, master cni0, peer eth0 in the pod"),
        ("added", "reservation|/var/lib/cni/networks/n/10.1.0.2|for c0ffee eth0"),
    ]


def test_what_changed_is_said_before_and_after() -> None:
    other = pod(links=(replace(POD.links[0], mtu=1500, master="br0"),))
    assert ("changed", "link|eth0 (2)|mtu 1450 → mtu 1500, master br0") in told(SNAPSHOT, other)
    assert ("changed", "link|eth0 (2)|mtu 1500, master br0 → mtu 1450") in told(other, SNAPSHOT)
    step = kernel_step(kernel_trace(SNAPSHOT, other), "call-1")
    assert any("mtu 1450 -> mtu 1500" in line.detail for line in call_lines(step, ASCII))


def test_the_kernels_own_doings_are_only_counted() -> None:
    assert told(EMPTY, SNAPSHOT)[-1] == ("note", "|1 more that the kernel does by itself|")
    assert not any("fe80::3/64" in text for _, text in told(EMPTY, SNAPSHOT))


def test_claims_come_before_the_changes() -> None:
    lines = told(SNAPSHOT, BROKEN)
    assert lines[:2] == [
        ("disputed", "|address 10.1.0.2/16 on eth0|the kernel has 10.1.0.3/16 on eth0"),
        ("note", "|15 claims of this answer hold|"),
    ]


def test_claims_that_hold_are_named_where_all_are_wanted() -> None:
    rows = [row(agrees=True), row(kind="mtu", claimed="1450", agrees=None, kernel="not read")]
    assert claim_lines(rows, "the result", all_of_them=True) == [
        Saying(tone=Tone.NOTE, text="not known: mtu 1450 of eth0: not read"),
        Saying(tone=Tone.HELD, text="mac aa of eth0"),
        Saying(tone=Tone.NOTE, text="1 claim of the result holds"),
    ]


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({}, "mac aa of eth0"),
        ({"kind": "interface", "claimed": "it is in the pod"}, "interface eth0 in the pod"),
        ({"kind": "peer", "claimed": "veth1 on the host"}, "veth1 on the host as the peer of eth0"),
        ({"kind": "bridge", "subject": "veth1", "claimed": "in cni0"}, "interface veth1 in cni0"),
        (
            {"kind": "gateway", "subject": "10.1.0.1", "claimed": "the pod's next hop"},
            "gateway 10.1.0.1, the pod",
        ),
        ({"kind": "route", "subject": "::/0", "claimed": "via fd00::1"}, "route ::/0 via fd00::1"),
        ({"kind": "port", "subject": "80/tcp", "claimed": "to 10.1.0.2:80"}, "port 80/tcp to 10.1.0.2:80"),
    ],
)
def test_each_kind_of_claim_reads_as_a_sentence(fields: dict[str, object], text: str) -> None:
    assert claim_text(row(**fields)).startswith(text)
    assert kernel_text(row(**fields)) == "the kernel has bb"


def test_what_was_not_read_is_said() -> None:
    blind = replace(SNAPSHOT, unread=(Unread(side="host", part="filters", reason="not permitted"),))
    assert told(SNAPSHOT, blind)[-2:] == [
        ("note", "|nothing was changed, as far as one can see|"),
        ("note", "|not read: host: filters: not permitted|"),
    ]
    half = replace(SNAPSHOT, host=None)
    assert told(half, half)[-1] == ("note", "|the host was not looked at: --snapshots all does|")


def test_nothing_changed_is_said_too() -> None:
    assert told(SNAPSHOT, SNAPSHOT)[-1] == ("note", "|nothing was changed|")


def test_without_snapshots_there_is_only_the_reason() -> None:
    assert call_lines(KernelStep(why_unknown="because")) == (Saying(tone=Tone.NOTE, text="because"),)


def test_gaps_stand_only_between_parts() -> None:
    lines = call_lines(kernel_step(kernel_trace(), "call-0"))
    assert lines.count(GAP) == 2
    assert GAP not in (lines[0], lines[-1])


def test_a_whole_state_has_every_entry() -> None:
    lines = state_lines(reserved(SNAPSHOT))
    assert [line.text for line in lines if line.kind] == [
        "eth0 (2)",
        "10.1.0.2/16 on eth0",
        "0.0.0.0/0 via 10.1.0.1 dev eth0",
        "cni0 (3)",
        "10.1.0.1/16 on cni0",
        "/var/lib/cni/networks/n/10.1.0.2",
    ]
    assert [line.text for line in lines if line.tone is Tone.BY_KERNEL] == ["fe80::3/64 on eth0"]


@given(before=any_value(Snapshot), after=any_value(Snapshot))
def test_hostile_snapshots_become_harmless_lines(before: Snapshot, after: Snapshot) -> None:
    for line in (*call_lines(kernel_step(kernel_trace(before, after), "call-1")), *state_lines(after)):
        assert printable(line.text) == line.text
        assert printable(line.detail) == line.detail
