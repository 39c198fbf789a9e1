"""The stand-in for host-local: each request goes to Debian's too, and both must then hold the same files."""

import json
import os
import subprocess
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.support.needs import PLUGIN_DIR, needs_plugins
from tests.support.recorded import Rig, recording
from tests.support.stand_ins import POD, ask
from traces.simulate.plugins.host_local import PLUGIN

SMALL: dict[str, Any] = {"subnet": "10.1.2.0/29"}
V6: dict[str, Any] = {"ranges": [[{"subnet": "fd00:1::/64", "rangeStart": "fd00:1::f0", "rangeEnd": "fd00:1::f2"}]]}
SETS: dict[str, Any] = {
    "ranges": [
        [{"subnet": "10.1.0.0/24", "rangeEnd": "10.1.0.2"}, {"subnet": "10.2.0.0/24", "rangeStart": "10.2.0.9"}],
        [{"subnet": "fd00:2::/120", "gateway": "fd00:2::7"}],
    ],
    "routes": [{"dst": "0.0.0.0/0"}, {"dst": "10.0.0.0/8", "gw": "10.1.0.9"}],
}

Step = tuple[str, str, str, dict[str, Any]]
"""A verb, the container, CNI_ARGS, and the configuration."""


def steps(*given: tuple[str, ...], **config: Any) -> list[Step]:
    """Steps of one configuration: the verb, the container, and perhaps CNI_ARGS."""
    return [(verb, container, "".join(args), config) for verb, container, *args in given]


SERIES = {
    "round robin": steps(
        ("ADD", "a"), ("ADD", "b"), ("DEL", "a"), ("ADD", "c"), ("DEL", "b"), ("ADD", "d"), ("ADD", "e"), ("ADD", "f"),
        ("ADD", "g"), ("ADD", "h"), ("ADD", "i"), ("CHECK", "c"), ("CHECK", "i"), ("DEL", "i"), ipam=SMALL,
    ),
    "twice": steps(("ADD", "a"), ("ADD", "a"), ("CHECK", "a"), ("DEL", "a"), ("DEL", "a"), ipam=SMALL),
    "IPv6": steps(*(("ADD", name) for name in "abcd"), ("DEL", "b"), ("ADD", "d"), ipam=V6),
    "range sets": steps(*(("ADD", name) for name in "abcd"), ("DEL", "a"), ("ADD", "e"), ipam=SETS),
    "old versions": steps(("ADD", "a"), ("ADD", "b"), ipam=SETS, cniVersion="0.3.1"),
    "requested": steps(
        ("ADD", "a", "IP=10.1.2.5"), ("ADD", "b", "IP=10.1.2.5"), ("ADD", "c", "IP=10.1.2.1"), ("ADD", "d"),
        ("ADD", "e", "IP=10.9.9.9"), ("ADD", "f", "IP=zz"), ("ADD", "g", "IP=10.1.2.3/29"), ipam=SMALL,
    ),
    "other args": steps(
        ("ADD", "a", "K8S_POD_NAME=b"), ("ADD", "b", "IgnoreUnknown=1;X=y"), ("ADD", "c", "x"), ipam=SMALL,
    ),
    "args": steps(("ADD", "a"), ipam=SMALL, args={"cni": {"ips": ["10.1.2.4"]}}),
    "capability": steps(("ADD", "a"), ("ADD", "b"), ipam=SMALL, runtimeConfig={"ips": ["10.1.2.6/29"]}),
    "its ranges": steps(("ADD", "a"), ipam=SMALL, runtimeConfig={"ipRanges": [[{"subnet": "10.7.0.0/24"}]]}),
    "both forms": steps(("ADD", "a"), ipam={**SMALL, "ranges": [[{"subnet": "10.8.0.0/24"}]]}),
    "no file": steps(("ADD", "a"), ipam={**SMALL, "resolvConf": "/nowhere/resolv.conf"}),
}  # fmt: skip

REFUSED: tuple[dict[str, Any], ...] = (
    {},
    {"subnet": "10.1.2.5/24"},
    {"subnet": "10.1.2.0/31"},
    {"subnet": "10.1.2"},
    {"subnet": "10.1.2.0/24", "rangeStart": "10.1.3.4"},
    {"subnet": "10.1.2.0/24", "rangeStart": "10.1.2.9", "rangeEnd": "10.1.2.4"},
    {"subnet": "10.1.2.0/24", "rangeEnd": "fd00::1"},
    {"subnet": "10.1.2.0/24", "rangeEnd": "10.1.2.0"},
    {"subnet": "10.1.2.0/24", "gateway": "x"},
    {"ranges": {}},
    {"ranges": [[]]},
    {"ranges": [[{}]]},
    {"ranges": [[{"subnet": "10.1.2.0/24"}, {"subnet": "10.1.2.0/25"}]]},
    {"ranges": [[{"subnet": "10.1.2.0/24"}, {"subnet": "fd00::/64"}]]},
    {"ranges": [[{"subnet": "10.1.2.0/24"}], [{"subnet": "10.1.2.0/25"}]]},
    {"subnet": "10.1.2.0/24", "routes": [{"dst": "x"}]},
)


@needs_plugins
@pytest.mark.parametrize("name", SERIES)
def test_it_answers_and_keeps_what_debian_s_does(name: str, tmp_path: Path) -> None:
    node = Both(tmp_path)
    for step in SERIES[name]:
        node.compare(*step)
        assert node.files(node.simulated) == node.files(node.real), step


@needs_plugins
@pytest.mark.parametrize("ipam", REFUSED)
def test_it_refuses_in_debian_s_words(ipam: dict[str, Any], tmp_path: Path) -> None:
    node = Both(tmp_path)
    for verb in ("ADD", "DEL"):
        assert node.compare(verb, "a", "", {"ipam": ipam})["code"] == 999


class Both:
    """Debian's host-local and the stand-in, each with a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.real, self.simulated = folder / "real", folder / "simulated"

    def compare(self, verb: str, container: str, args: str, config: Mapping[str, Any]) -> Any:
        """Ask both, and give what both answered."""
        env = {**POD, "CNI_CONTAINERID": container, "CNI_ARGS": args}
        ipam = {"type": "host-local", "dataDir": "/data", **config["ipam"]}
        full = {"cniVersion": "1.0.0", "name": "net", "type": "bridge", **config, "ipam": ipam}
        got = ask(PLUGIN, verb, self.simulated, env, **full)
        full["ipam"] = {**ipam, "dataDir": str(self.real / "data")}
        real = subprocess.run(
            [str(PLUGIN_DIR / "host-local")],
            input=json.dumps(full).encode(),
            env={**os.environ, **env, "CNI_COMMAND": verb},
            capture_output=True,
        )
        assert (got.exit_code, document(got.stdout)) == (real.returncode, document(real.stdout)), (verb, container)
        return document(got.stdout)

    def files(self, folder: Path) -> dict[str, bytes]:
        """The network's files and what is in them."""
        return {path.name: path.read_bytes() for path in (folder / "data" / "net").glob("*")}


def document(stdout: bytes) -> Any:
    """What was answered; 1.1.1 is built with a libcni that writes an empty dns too, 1.9.1 with one that doesn't."""
    text = stdout.decode().replace("struct field IPAMConfig.", "struct field Net.")  # as newer Go names it
    found = json.loads(text) if text.strip() else None
    if isinstance(found, dict) and found.get("dns") == {} and found["cniVersion"] >= "1.0.0":
        del found["dns"]
    return found


@pytest.mark.parametrize("name", ["loopback-then-bridge-0.4.0", "bridge-portmap-bandwidth-firewall-tuning-1.0.0"])
def test_it_answers_as_recorded(name: str, tmp_path: Path) -> None:
    rig = Rig(folder=tmp_path)
    for verb in recording(name)["verbs"]:
        asked = next(call for call in verb["calls"] if call["plugin"] == "host-local")
        if verb["verb"] == "ADD":
            network = json.loads(asked["stdin"])["name"]
            given = json.loads(asked["stdout"])["ips"][0]["address"].partition("/")[0]
            before = f"{given[:-1]}{int(given[-1]) - 1}"  # the addresses before it were given out before
            rig.file(f"/var/lib/cni/networks/{network}/last_reserved_ip.0", before)
        got = rig.ask("host-local", verb["verb"], asked["env"], asked["stdin"].encode())
        assert (got.exit_code, got.stdout.decode()) == (asked["exit"], asked["stdout"])


def test_a_resolv_conf_becomes_dns(tmp_path: Path) -> None:
    lines = (
        "# by hand",
        "nameserver 1.1.1.1",
        "nameserver 9.9.9.9 x",
        "search a.b c.d",
        "domain e.f",
        "options ndots:2",
    )
    (tmp_path / "resolv.conf").write_text("\n".join((*lines, ";", "sortlist")))
    found = ask(PLUGIN, "ADD", tmp_path, ipam={**SMALL, "resolvConf": "/resolv.conf"}).document
    dns = {"nameservers": ["1.1.1.1", "9.9.9.9"], "domain": "e.f", "search": ["a.b", "c.d"], "options": ["ndots:2"]}
    assert found["dns"] == dns


def test_concurrent_calls_never_get_the_same_address(tmp_path: Path) -> None:
    def one(number: int) -> str:
        env = {"CNI_CONTAINERID": f"c{number}"}
        got = ask(PLUGIN, "ADD", tmp_path, env, ipam={"subnet": "10.1.0.0/24", "rangeEnd": "10.1.0.41"})
        return str(got.document["ips"][0]["address"])

    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(one, range(40)))) == 40
    got = ask(PLUGIN, "ADD", tmp_path, ipam={"subnet": "10.1.0.0/24", "rangeEnd": "10.1.0.41"})
    words = "failed to allocate for range 0: no IP addresses available in range set: 10.1.0.1-10.1.0.41"
    assert got.document == {"code": 999, "msg": words}


def test_a_reservation_of_an_old_version_is_given_back(tmp_path: Path) -> None:
    folder = tmp_path / "var/lib/cni/networks/net"
    folder.mkdir(parents=True)
    (folder / "10.1.2.2").write_text("c0ffee\n")
    assert ask(PLUGIN, "DEL", tmp_path, ipam=SMALL).exit_code == 0
    assert not (folder / "10.1.2.2").exists()


def test_gc_and_status_do_nothing_as_in_1_9_1(tmp_path: Path) -> None:
    ask(PLUGIN, "ADD", tmp_path, ipam=SMALL)
    for verb in ("GC", "STATUS"):
        valid: dict[str, Any] = {"cni.dev/valid-attachments": []}
        got = ask(PLUGIN, verb, tmp_path, cniVersion="1.1.0", ipam=SMALL, **valid)
        assert (got.exit_code, got.stdout) == (0, b"")
    assert (tmp_path / "var/lib/cni/networks/net/10.1.2.2").exists()
