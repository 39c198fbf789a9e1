"""The stand-in for portmap, beside Debian's."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.needs import needs_namespaces, needs_plugins
from tests.support.side_by_side import PODS, Pod, both_sides
from tests.support.stand_ins import ask
from traces.simulate.table import stand_in

PORTMAP = stand_in("portmap")
MAPPING = {"hostPort": 8080, "containerPort": 80, "protocol": "tcp"}
PREV = {
    "cniVersion": "1.0.0",
    "interfaces": [{"name": "cni0"}, {"name": "eth0", "sandbox": "/run/netns/pod"}],
    "ips": [
        {"address": "10.9.0.1/24", "interface": 0},
        {"address": "10.1.0.5/24", "interface": 1},
        {"address": "fd00::5/64"},
    ],
}
_BAD_MAPPINGS: list[dict[str, Any]] = [
    {"hostPort": 0, "containerPort": 80, "protocol": "tcp"},
    {"hostPort": -3, "containerPort": 80, "protocol": "tcp"},
    {"hostPort": 8080, "protocol": "tcp"},
    {"hostPort": 70000, "containerPort": 80, "protocol": "tcp"},
    {"hostPort": 8080, "containerPort": 80000, "protocol": "tcp"},
    {"hostPort": 8080, "containerPort": 80, "protocol": "foo"},
    {"hostPort": 8080, "containerPort": 80, "protocol": "icmp"},
    {"hostPort": 8080, "containerPort": 80},
    {"hostPort": 8080, "containerPort": 80, "protocol": "foo", "hostIP": "127.0.0.1"},
    {"hostPort": 8080, "containerPort": 80, "protocol": "foo", "hostIP": "::1"},
    {"hostPort": 8080, "containerPort": 80, "protocol": "GRE", "hostIP": "::1"},
    {"hostPort": 8080, "containerPort": 80, "protocol": "udplite", "hostIP": "::1"},
]
_OPTIONS: list[dict[str, Any]] = [
    {"snat": False},
    {"snat": "yes"},
    {"markMasqBit": 31},
    {"markMasqBit": 32},
    {"markMasqBit": -1},
    {"markMasqBit": 5, "externalSetMarkChain": "MINE"},
    {"conditionsV4": ["!", "-d", "192.0.2.0/24"]},
    {"conditionsV4": "x"},
]


def maps(*mappings: Any, **config: Any) -> dict[str, Any]:
    """A configuration with these port mappings, as the runtime gives them."""
    return {"type": "portmap", **config, "runtimeConfig": {"portMappings": list(mappings)}}


@needs_plugins
@needs_namespaces
@pytest.mark.parametrize("pod", PODS)
def test_it_answers_and_complains_as_debian_s(pod: Pod) -> None:
    good = maps(MAPPING, {**MAPPING, "hostPort": 8443, "protocol": "UDP", "hostIP": "127.0.0.1"})
    many = [{**_BAD_MAPPINGS[-2], "hostPort": port} for port in range(8000, 8017)]
    configs = [{"type": "portmap"}, good, maps(*many), *(maps(bad, snat=False) for bad in _BAD_MAPPINGS)]
    with both_sides("portmap", pod) as (real, ours):
        for config in configs:
            for verb in ("ADD", "DEL"):
                assert ours.asked(verb, config) == real.asked(verb, config), (verb, config)
        for verb in ("ADD", "CHECK", "DEL", "DEL"):
            assert ours.asked(verb, good, None) == real.asked(verb, good, None), verb
        assert ours.asked("CHECK", good) == (0, None)


@needs_plugins
@needs_namespaces
def test_it_reads_its_options_as_debian_s() -> None:
    configs = [*(maps(bad) for bad in _BAD_MAPPINGS), *(maps(MAPPING, **options) for options in _OPTIONS)]
    with both_sides("portmap", PODS[0]) as (real, ours):
        for config in configs:
            for verb in ("ADD", "DEL"):
                assert ours.asked(verb, config) == real.asked(verb, config), (verb, config)


@pytest.mark.parametrize("address", ["10.1.0.5", "[fd00::5]"])
def test_the_refused_rule_is_for_the_pod_s_address(address: str, tmp_path: Path) -> None:
    own = [ip for ip in PREV["ips"] if ("." in str(ip)) == ("." in address) or "10.9" in str(ip)]
    config = maps({**MAPPING, "containerPort": 70000}, snat=False)
    error = ask(PORTMAP, "ADD", tmp_path, **config, prevResult={**PREV, "ips": own}).document
    program = "iptables" if "." in address else "ip6tables"
    assert f"running [/usr/sbin/{program} -t nat -C CNI-DN-" in error["msg"]
    assert f"-j DNAT --to-destination {address}:70000 --wait]: exit status 2: " in error["msg"]
    assert "Port `70000' not valid" in error["msg"]


def test_without_an_address_of_the_pod_nothing_is_forwarded(tmp_path: Path) -> None:
    prev = {**PREV, "ips": PREV["ips"][:1]}
    answer = ask(PORTMAP, "ADD", tmp_path, **maps({**MAPPING, "protocol": "foo"}), prevResult=prev)
    assert (answer.exit_code, answer.document) == (0, prev)


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (
            {"conditionsV4": ["ip", "daddr", "192.0.2.1"]},
            "iptables backend was requested but configuration contains nftables-specific options [conditionsV4]",
        ),
        (
            {"backend": "nftables", "externalSetMarkChain": "MINE", "conditionsV6": ["-d", "::1"]},
            "nftables backend was requested but configuration contains "
            "iptables-specific options [externalSetMarkChain conditionsV6]",
        ),
        ({"backend": "ebpf"}, 'unrecognized backend "ebpf"'),
    ],
)
def test_options_of_another_backend_are_refused(config: dict[str, Any], message: str, tmp_path: Path) -> None:
    for verb, before in (("ADD", "failed to parse config: "), ("CHECK", ""), ("DEL", "failed to parse config: ")):
        error = ask(PORTMAP, verb, tmp_path, **maps(MAPPING, **config), prevResult=PREV).document
        assert error == {"code": 999, "msg": before + message}


def test_a_port_that_is_text_is_named_with_its_place(tmp_path: Path) -> None:
    error = ask(PORTMAP, "DEL", tmp_path, **maps({**MAPPING, "hostPort": "8080"})).document
    assert error["msg"].startswith("failed to parse config: failed to parse network configuration: json: cannot ")
    assert error["msg"].endswith("PortMapConf.runtimeConfig.portMappings.0.hostPort of type int")


def test_nftables_takes_any_mapping(tmp_path: Path) -> None:
    config = maps({**MAPPING, "protocol": "foo"}, backend="nftables", conditionsV4=["ip", "daddr", "192.0.2.1"])
    assert ask(PORTMAP, "ADD", tmp_path, **config, prevResult=PREV).exit_code == 0


def test_masquerading_everything_changes_the_first_rule(tmp_path: Path) -> None:
    config = maps({**MAPPING, "protocol": "foo"}, masqAll=True, externalSetMarkChain="MINE")
    error = ask(PORTMAP, "ADD", tmp_path, **config, prevResult=PREV).document
    assert " -p foo --dport 8080 -s 0.0.0.0/0 -j MINE --wait]" in error["msg"]
