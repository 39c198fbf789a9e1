from dataclasses import replace

from tests.support.claimed import POD, SNAPSHOT, pod
from tests.support.kernel_trace import kernel_trace, reserved
from traces.model.snapshot import DeviceAddress
from traces.timeline.kernel_text import trace_kernel_text

BROKEN = pod(addresses=(DeviceAddress(device="eth0", address="10.1.0.3/16"), *POD.addresses[1:]))


def test_each_link_has_a_paragraph() -> None:
    lines = trace_kernel_text(kernel_trace(SNAPSHOT, reserved(SNAPSHOT)), width=100).splitlines()
    assert lines[0] == "link 0, bridge, ADD, 10 changes in the kernel"
    assert lines[lines.index("") + 1 :] == [
        "link 1, portmap, ADD, 1 change in the kernel",
        "  16 claims of this answer hold",
        "  on the host",
        "    reservation + /var/lib/cni/networks/n/10.1.0.2  for c0ffee eth0",
    ]


def test_a_disputed_claim_names_both() -> None:
    shown = trace_kernel_text(kernel_trace(BROKEN), width=100)
    assert "  ≠ claims address 10.1.0.2/16 on eth0 · the kernel has 10.1.0.3/16 on eth0\n" in shown
    plain = trace_kernel_text(kernel_trace(BROKEN), width=100, ascii=True)
    assert "  ? claims address 10.1.0.2/16 on eth0 - the kernel has 10.1.0.3/16 on eth0\n" in plain


def test_long_rows_are_folded_below_their_begin() -> None:
    lines = trace_kernel_text(kernel_trace(), width=60).splitlines()
    assert max(map(len, lines)) <= 60
    place = lines.index("    link        + eth0 (2)  veth, mac 02:00:00:00:00:03,")
    assert lines[place + 1] == "                  mtu 1450, state up, peer veth1 on the host"


def test_without_snapshots_one_line_says_how_to_get_them() -> None:
    shown = trace_kernel_text(kernel_trace(snapshots=()), width=100)
    assert shown.count("\n") == 1
    assert "--snapshots all" in shown


def test_a_call_that_was_not_looked_at_says_so() -> None:
    trace = kernel_trace()
    shown = trace_kernel_text(replace(trace, snapshots=trace.snapshots[:2]), width=100)
    assert shown.endswith("\nlink 1, portmap, ADD\n  no snapshot was taken around this call\n")
