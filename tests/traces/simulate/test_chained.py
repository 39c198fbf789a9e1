"""What the plugins behind another share; and all of them held against recordings of the real ones (1.9.1)."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support.recorded import recording
from tests.support.stand_ins import ask, ask_raw
from traces.simulate.table import stand_in

_RECORDINGS = (
    "bandwidth-without-interfaces-host-side-1.0.0",
    "bridge-portmap-bandwidth-firewall-tuning-0.4.0",
    "bridge-portmap-bandwidth-firewall-tuning-1.0.0",
    "flannel-portmap-0.4.0",
    "flannel-portmap-1.0.0",
    "portmap-first-1.0.0",
)
_CHAINED = ("portmap", "bandwidth", "firewall", "tuning")
_FIRST_WORDS = {
    "portmap": "must be called as chained plugin",
    "bandwidth": "must be called as chained plugin",
    "tuning": "Required prevResult missing",
    "firewall": "missing prevResult from earlier plugin",
    "sbr": "This plugin must be called as chained plugin",
}
_LIMITS: dict[str, Any] = {"ingressRate": 8000, "ingressBurst": 8000, "egressRate": 8000, "egressBurst": 8000}
_PREV: dict[str, Any] = {
    "cniVersion": "1.0.0",
    "interfaces": [{"name": "veth1"}, {"name": "eth0", "sandbox": "/run/netns/pod"}],
    "ips": [{"address": "10.1.0.5/24", "interface": 1}],
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One recorded execution of a chained plugin."""

    verb: str
    recorded: dict[str, Any]


def calls(name: str) -> list[Call]:
    """The recorded calls of chained plugins."""
    return [
        Call(verb=verb["verb"], recorded=call)
        for verb in recording(name)["verbs"]
        for call in verb["calls"]
        if call["plugin"] in _CHAINED
    ]


def plain(stdout: str) -> str:
    """An answer without the MAC address of bandwidth's device."""
    stdout = re.sub(r'"mac": "[0-9a-f:]{17}"(,\s+"name": "bwp)', r'"mac": ""\1', stdout)
    return re.sub(r'("name": "bwp\w+",\s+"mac": )"[0-9a-f:]{17}"', r'\1""', stdout)


@pytest.mark.parametrize("name", _RECORDINGS)
def test_they_answer_what_the_real_ones_answered(name: str, tmp_path: Path) -> None:
    found = calls(name)
    assert found
    for call in found:
        real = call.recorded
        got = ask_raw(stand_in(real["plugin"]), call.verb, tmp_path, real["stdin"].encode(), real["env"])
        wanted = (real["exit"], plain(real["stdout"]))
        assert (got.exit_code, plain(got.stdout.decode())) == wanted, (call.verb, real["plugin"])


@pytest.mark.parametrize("plugin", _FIRST_WORDS)
def test_each_says_in_its_words_that_prev_result_is_missing(plugin: str, tmp_path: Path) -> None:
    config: dict[str, Any] = _LIMITS if plugin == "bandwidth" else {}
    error = ask(stand_in(plugin), "ADD", tmp_path, **config)
    assert (error.exit_code, error.document) == (1, {"code": 999, "msg": _FIRST_WORDS[plugin]})
    for _ in range(2):
        assert ask(stand_in(plugin), "DEL", tmp_path, env={"CNI_NETNS": ""}, **config).exit_code == 0


@pytest.mark.parametrize("plugin", [*_FIRST_WORDS, "istio-cni", "linkerd-cni"])
@pytest.mark.parametrize("version", ["0.4.0", "1.0.0", "1.1.0"])
def test_each_passes_on_all_that_it_was_given(plugin: str, version: str, tmp_path: Path) -> None:
    prev = {**_PREV, "cniVersion": version, "routes": [{"dst": "10.0.0.0/8", "gw": "10.1.0.1"}]}
    if version == "0.4.0":
        prev |= {"ips": [{**_PREV["ips"][0], "version": "4"}], "dns": {"nameservers": ["10.9.9.9"]}}
    answer = ask(stand_in(plugin), "ADD", tmp_path, cniVersion=version, prevResult=prev)
    assert (answer.exit_code, answer.document) == (0, prev)
    assert ask(stand_in(plugin), "CHECK", tmp_path, cniVersion=version, prevResult=prev).exit_code == 0


@pytest.mark.parametrize(
    ("plugin", "before"),
    [
        ("portmap", "failed to parse config: could not parse prevResult: "),
        ("bandwidth", "could not parse prevResult: "),
        ("firewall", "could not parse prevResult: "),
        ("tuning", ""),
        ("sbr", ""),
        ("istio-cni", ""),
        ("linkerd-cni", "linkerd-cni: "),
    ],
)
def test_a_prev_result_of_another_version_is_refused(plugin: str, before: str, tmp_path: Path) -> None:
    error = ask(stand_in(plugin), "ADD", tmp_path, prevResult={**_PREV, "cniVersion": "0.4.0"}).document
    why = 'result type supports [1.0.0 1.1.0] but unmarshalled CNIVersion is "0.4.0"'
    assert error == {"code": 999, "msg": f"{before}could not parse prevResult: {why}"}


@pytest.mark.parametrize("plugin", _FIRST_WORDS)
def test_a_prev_result_without_version_is_of_the_configuration_s(plugin: str, tmp_path: Path) -> None:
    prev = {name: value for name, value in _PREV.items() if name != "cniVersion"}
    assert ask(stand_in(plugin), "ADD", tmp_path, prevResult=prev).document == _PREV


@pytest.mark.parametrize("plugin", _FIRST_WORDS)
def test_a_prev_result_that_is_no_object_is_refused(plugin: str, tmp_path: Path) -> None:
    error = ask(stand_in(plugin), "DEL", tmp_path, prevResult="x").document
    assert error["code"] == 999
    assert error["msg"].endswith("prevResult of type map[string]interface {}")
