import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from panels.render.glyphs import ASCII, UNICODE, Glyphs
from panels.render.kernel_text import Whole, claims_page, kernel_label, kernel_page
from panels.render.page import Kind, Page, line_width, plain
from tests.support.any_snapshot import any_value
from tests.support.claimed import POD, SNAPSHOT, pod
from tests.support.kernel_trace import EMPTY, kernel_trace, reserved
from traces.model.snapshot import DeviceAddress, Snapshot
from traces.timeline.claimed import present_claims
from traces.timeline.kernel_steps import KernelStep, kernel_step

BROKEN = pod(addresses=(DeviceAddress(device="eth0", address="10.1.0.3/16"), *POD.addresses[1:]))


def step(before: Snapshot = EMPTY, after: Snapshot = SNAPSHOT) -> KernelStep:
    return kernel_step(kernel_trace(before, after), "call-1")


def text(page: Page) -> list[str]:
    return [plain(line).rstrip() for line in (*page.head, *page.lines)]


def shown(found: KernelStep, whole: Whole = Whole.CHANGES, width: int = 80, glyphs: Glyphs = UNICODE) -> list[str]:
    return text(kernel_page(found, whole, width, glyphs))


def test_the_tab_counts_changes_and_disputed_claims() -> None:
    assert kernel_label(step()) == "kernel 10"
    assert kernel_label(step(SNAPSHOT, BROKEN)) == "kernel 2 ≠1"
    assert kernel_label(step(SNAPSHOT, BROKEN), ASCII) == "kernel 2 ?1"
    assert kernel_label(step(SNAPSHOT, SNAPSHOT)) == "kernel 0"
    assert kernel_label(KernelStep()) == "kernel"


def test_claims_stand_above_the_changes() -> None:
    assert shown(step(SNAPSHOT, BROKEN)) == [
        f"{'1 not in kernel · 1 added · 1 removed':<66}W state before",
        "≠ claims address 10.1.0.2/16 on eth0 · the kernel has 10.1.0.3/16 on eth0",
        "15 claims of this answer hold",
        "",
        "in the pod's netns",
        "  address     - 10.1.0.2/16 on eth0",
        "              + 10.1.0.3/16 on eth0",
    ]


def test_the_key_is_named_where_the_page_leads_next() -> None:
    heads = [shown(step(), whole)[0].rpartition("  ")[2] for whole in Whole]
    assert heads == ["W state before", "W state after", "W what changed"]
    assert [whole.next for whole in Whole] == [Whole.BEFORE, Whole.AFTER, Whole.CHANGES]


def test_the_whole_state_is_that_of_its_moment() -> None:
    changed = step(SNAPSHOT, reserved(SNAPSHOT))
    kept = "  reservation   /var/lib/cni/networks/n/10.1.0.2  for c0ffee eth0"
    assert kept not in shown(changed, Whole.BEFORE)
    assert shown(changed, Whole.AFTER)[-1] == kept


def test_what_came_by_itself_is_dim_in_the_whole_state() -> None:
    lines = kernel_page(step(), Whole.AFTER, 80).lines
    assert [line[1:3] for line in lines if "fe80::3/64" in plain(line)] == [
        (("  ", Kind.TEXT), ("fe80::3/64 on eth0", Kind.DIM))
    ]


def test_signs_have_the_colour_of_what_they_mean() -> None:
    lines = kernel_page(step(SNAPSHOT, BROKEN), Whole.CHANGES, 80).lines
    signs = {span for line in lines for span in line if span.text.strip() in ("+", "-", "≠")}
    assert signs == {("+ ", Kind.GOOD), ("- ", Kind.WARNING), ("≠ ", Kind.BAD)}


def test_what_has_no_room_goes_on_below() -> None:
    lines = shown(step(), width=50)
    place = lines.index("  link        + eth0 (2)")
    assert lines[place + 1 : place + 4] == [
        "                  veth, mac 02:00:00:00:00:03,",
        "                  mtu 1450, state up, peer veth1",
        "                  on the host",
    ]
    assert shown(step(), width=22)[:2] == ["10 added", "W state before"]


def test_without_snapshots_the_page_is_one_sentence() -> None:
    assert shown(KernelStep(why_unknown="no snapshots here")) == ["no snapshots here"]


def test_all_claims_are_listed_those_in_doubt_first() -> None:
    lines = text(claims_page(present_claims(kernel_trace(), BROKEN), 90))
    assert lines[0].startswith("≠ claims address 10.1.0.2/16 on eth0")
    assert lines[1] == "✓ interface cni0 on the host"
    assert lines[-1] == "15 claims of the result hold"
    assert text(claims_page(present_claims(kernel_trace(), BROKEN), 90, ASCII))[1] == "+ interface cni0 on the host"


@given(after=any_value(Snapshot), whole=st.sampled_from(Whole), width=st.integers(30, 100))
def test_any_snapshot_fits_and_is_harmless(after: Snapshot, whole: Whole, width: int) -> None:
    page = kernel_page(step(SNAPSHOT, after), whole, width)
    said = "".join(plain(line) for line in (*page.head, *page.lines))
    assert not [char for char in said if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"}]
    assert max(map(line_width, page.lines), default=0) <= width
