"""IPAM plugins of no stand-in of their own: they are not asked for an address again and again."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.needs import needs_namespaces
from tests.support.stand_ins import ask
from traces import Attachment, Session, load_network
from traces.simulate.plugins.generic import PLUGIN

WHEREABOUTS = replace(PLUGIN, name="whereabouts")


@pytest.mark.parametrize(
    ("ipam", "address"),
    [
        ({"range": "192.168.2.225/28"}, "192.168.2.226/28"),
        ({"range": "192.168.2.10-192.168.2.20/24"}, "192.168.2.2/24"),
        ({"ipRanges": [{"range": "fd00:2::/64"}]}, "fd00:2::2/64"),
        ({"ranges": [[{"subnet": "10.9.0.0/16"}]]}, "10.9.0.2/16"),
    ],
)
def test_the_usual_names_of_ranges_are_understood(ipam: dict[str, Any], address: str, tmp_path: Path) -> None:
    found = ask(WHEREABOUTS, "ADD", tmp_path, ipam={"type": "whereabouts", **ipam}).document
    assert [ip["address"] for ip in found["ips"]] == [address]


def test_without_a_range_the_network_s_name_makes_one(tmp_path: Path) -> None:
    one, other = (ask(WHEREABOUTS, "ADD", tmp_path, name=name, ipam={"type": "whereabouts"}) for name in ("a", "b"))
    assert one.document["ips"] != other.document["ips"]


def test_an_address_is_checked_and_given_back(tmp_path: Path) -> None:
    ipam = {"type": "whereabouts", "range": "192.168.2.0/24"}
    verbs = ("CHECK", "ADD", "CHECK", "DEL", "DEL", "CHECK")
    assert [ask(WHEREABOUTS, verb, tmp_path, ipam=ipam).exit_code for verb in verbs] == [1, 0, 0, 0, 0, 1]


@needs_namespaces
def test_a_chain_with_one_ends(tmp_path: Path) -> None:
    link = {"type": "bridge", "ipam": {"type": "nobody-s-ipam", "routes": [{"dst": "0.0.0.0/0"}]}}
    document = {"cniVersion": "1.0.0", "name": "demo", "plugins": [link]}
    (tmp_path / "10-net.conflist").write_text(json.dumps(document))
    network = load_network(str(tmp_path), "demo")
    attachment = Attachment(container_id="c0ffee", netns="/run/netns/pod")
    with Session(plugin_dirs=[tmp_path / "bin"], state_dir=tmp_path / "state", sandbox=True) as session:
        trace = session.run("ADD", network, attachment)
    assert trace.error is None
    assert [call.plugin for call in trace.calls] == ["bridge", "nobody-s-ipam"]
