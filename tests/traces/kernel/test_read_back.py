"""What is built from a result equals the result when it is read back; what does not is named in the notes."""

import json
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from tests.support.needs import needs_plugins
from tests.support.read_back import OTHER, POD, cleared, differing, sensible_results
from tests.support.recorded import FOLDER
from tests.support.sandbox_chain import CHAIN, PLUGINS, add
from tests.support.sandbox_place import fresh_sandbox
from traces.cni.result_codec import decode
from traces.model.result import Address, Interface, Result, Route
from traces.runner.sandbox import Sandbox

pytestmark = pytest.mark.sandbox

GUESSED = "the result does not say of what kind it is"
ETH0, NET1 = Interface(name="eth0", sandbox=POD), Interface(name="net1", sandbox=POD)
VETH, CALI = Interface(name="veth1", mac="02:00:00:00:00:02"), Interface(name="cali1")


@pytest.fixture(scope="module")
def shared() -> Iterator[Sandbox]:
    with fresh_sandbox(plugin_dirs=(PLUGINS,)) as sandbox:
        yield sandbox


@pytest.fixture
def box(shared: Sandbox) -> Sandbox:
    cleared(shared)
    return shared


def recorded() -> list[bytes]:
    """The results of the recordings, each once."""
    texts: dict[str, None] = {}
    for path in sorted(FOLDER.glob("*.json")):
        for verb in json.loads(path.read_text())["verbs"]:
            texts |= {call["stdout"]: None for call in verb["calls"] if call["stdout"] and call["exit"] == 0}
    return [text.encode() for text in texts if '"ips"' in text]


@pytest.mark.parametrize("stdout", recorded())
def test_every_recorded_result_is_read_back(box: Sandbox, stdout: bytes) -> None:
    result = decode(stdout)
    notes = box.materialise(result, netns=POD, ifname="eth0")
    assert differing(box, result) == []
    assert [note for note in notes if "left out" in note] == []


RESULTS = {
    "ptp": Result(
        cni_version="1.0.0",
        interfaces=(VETH, ETH0),
        ips=(Address(address="10.1.0.2/24", gateway="10.1.0.1", interface=1),),
        routes=(Route(dst="0.0.0.0/0"),),
    ),
    "calico": Result(cni_version="1.0.0", interfaces=(CALI,), ips=(Address(address="10.1.0.2/32"),)),
    "calico and bandwidth": Result(
        cni_version="1.0.0",
        interfaces=(CALI, Interface(name="bwp12")),
        ips=(Address(address="10.1.0.2/32"), Address(address="fd00::2/128")),
        routes=(Route(dst="0.0.0.0/0", gw="169.254.1.1"), Route(dst="::/0", gw="fe80::1")),
    ),
    "flat": Result(
        cni_version="0.2.0",
        ips=(Address(address="10.1.0.2/24", gateway="10.1.0.1"), Address(address="fd00::2/64", gateway="fd00::1")),
        routes=(Route(dst="0.0.0.0/0"), Route(dst="::/0")),
    ),
    "two gateways to one place": Result(
        cni_version="1.0.0",
        interfaces=(Interface(name="cni0"), VETH, ETH0),
        ips=(
            Address(address="10.1.0.2/24", gateway="10.1.0.1", interface=2),
            Address(address="fd00::2/64", gateway="fd00::1", interface=2),
        ),
        routes=(
            *(Route(dst="10.9.0.0/16", gw=f"10.1.0.{last}") for last in (1, 8, 9)),
            *(Route(dst="fd09::/16", gw=f"fd00::{last}") for last in (1, 8, 9)),
            Route(dst="10.8.0.0/16", gw="fd00::1"),
            Route(dst="10.1.0.0/24"),
        ),
    ),
    "tables, scopes and metrics": Result(
        cni_version="1.1.0",
        interfaces=(VETH, ETH0),
        ips=(Address(address="10.1.0.2/24", interface=1), Address(address="fd00::2/64", interface=1)),
        routes=(
            Route(dst="10.9.0.0/16", table=0),
            Route(dst="10.9.0.0/16", table=100, priority=5, gw="10.77.0.1", mtu=1300, advmss=1260),
            Route(dst="10.9.0.0/16", table=100000, scope=0),
            Route(dst="10.10.0.0/16", table=255, scope=253),
            Route(dst="fd09::/64", table=100000, priority=5, mtu=1300, gw="fd77::1"),
            Route(dst="fd09::/64"),
        ),
    ),
    "several interfaces": Result(
        cni_version="1.1.0",
        interfaces=(
            Interface(name="lo", mac="00:00:00:00:00:00", sandbox=POD),
            *(Interface(name="br1", mtu=1400), Interface(name="veth2", mtu=9000), NET1),
            *(Interface(name="br2", mac="02:00:00:00:00:01", mtu=9000), VETH),
            Interface(name="eth0", mac="02:00:00:00:00:03", mtu=1450, sandbox=POD),
            *(Interface(name="veth3"), Interface(name="eth0", mac="02:00:00:00:00:05", sandbox=OTHER)),
            *(Interface(name="bwp1", mac="02:00:00:00:00:06"), Interface(name="bwp2", mtu=1400)),
        ),
        ips=(
            Address(address="127.0.0.1/8", interface=0),
            Address(address="10.1.0.2/24", gateway="10.1.0.1", interface=3),
            Address(address="10.2.0.2/24", gateway="10.2.0.1", interface=6),
            Address(address="10.2.0.3/24", interface=6),
            Address(address="fd02::2/64", gateway="fe80::1", interface=6),
            Address(address="10.3.0.2/32", gateway="10.3.0.1", interface=8),
            Address(address="10.4.0.1/24", interface=4),
        ),
        routes=(Route(dst="0.0.0.0/0"), Route(dst="10.22.0.0/16", gw="10.2.0.9"), Route(dst="::/0")),
    ),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_made_by_hand_is_read_back(box: Sandbox, name: str) -> None:
    result = RESULTS[name]
    notes = box.materialise(result, netns=POD, ifname="eth0")
    assert differing(box, result) == []
    assert [note for note in notes if "left out" in note] == []


@needs_plugins
def test_the_results_of_a_real_chain_are_read_back(box: Sandbox) -> None:
    for length in range(1, len(CHAIN) + 1):
        cleared(box)
        box.add_netns(POD)
        result = decode(json.dumps(add(box, CHAIN[:length])).encode())
        cleared(box)
        assert box.materialise(result, netns=POD, ifname="eth0") == ()
        assert differing(box, result) == []


@settings(max_examples=12, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(result=sensible_results())
def test_any_sensible_result_is_read_back(shared: Sandbox, result: Result) -> None:
    cleared(shared)
    notes = shared.materialise(result, netns=POD, ifname="eth0")
    assert [str(row) for row in differing(shared, result)] == []
    assert [note for note in notes if GUESSED not in note] == []


def test_exactly_what_the_notes_name_is_missing(box: Sandbox) -> None:
    result = Result(
        cni_version="1.1.0",
        interfaces=(
            *(VETH, Interface(name="eth0", mac="nonsense", mtu=7, sandbox=POD)),
            *(Interface(name="name-that-is-too-long", sandbox=POD), Interface(name="", sandbox=POD)),
            Interface(name="eth0", mac="02:00:00:00:00:09", sandbox=POD),
        ),
        ips=(
            Address(address="10.1.0.2/24", gateway="10.1.0.1", interface=1),
            Address(address="10.2.0.2/24", interface=2),
            Address(address="10.3.0.2/24", interface=9),
        ),
        routes=(Route(dst="10.9.0.0/16", gw="10.1.0.9", scope=253), Route(dst="10.8.0.0/16")),
        nameservers=("1.1.1.1",),
    )
    notes = box.materialise(result, netns=POD, ifname="eth0")
    assert [(row.kind, row.subject) for row in differing(box, result)] == [
        ("mac", "eth0"),
        ("mtu", "eth0"),
        ("interface", "name-that-is-too-long"),
        ("interface", ""),
        ("mac", "eth0"),
        ("address", "10.2.0.2/24"),
        ("address", "10.3.0.2/24"),
        ("route", "10.9.0.0/16"),
    ]
    assert notes == (
        "the MAC address nonsense of eth0 was left out: it is not six bytes, as in 02:00:00:00:00:01",
        "the MTU 7 of eth0 was left out: the kernel takes 68 to 65535",
        "name-that-is-too-long was left out: its name has 21 bytes, and the kernel takes 15 at most",
        "interface 3 was left out: it has no name",
        f"eth0 is named twice in {POD}: it was made once, as it is named first",
        "dns was left out: it has no place in the kernel",
        "10.2.0.2/24 was left out: it is that of interface 2, which was left out",
        "10.3.0.2/24 was left out: the result has no interface 9",
        "the route to 10.9.0.0/16 by way of 10.1.0.9 was left out: nothing leads to its gateway",
    )
