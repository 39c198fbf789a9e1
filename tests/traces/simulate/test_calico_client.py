"""What calico's plugins need before they ask."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.stand_ins import POD, no_network
from traces.simulate.ask import Ask
from traces.simulate.calico_client import check_client
from traces.simulate.ground import Ground
from traces.simulate.plugin_error import PluginError


def check(state: Path, **config: Any) -> None:
    """Look for what it needs, in this folder."""
    stdin = json.dumps({"name": "net", **config}).encode()
    ground = Ground(state=str(state), run_network=no_network)
    check_client(Ask(plugin="calico", verb="ADD", environ=POD, stdin=stdin, ground=ground), "first: ")


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({}, "first: stat /etc/cni/net.d/calico-kubeconfig: no such file or directory"),
        ({"kubernetes": {"kubeconfig": "/k"}, "etcd_endpoints": "x"}, "first: stat /k: no such file or directory"),
        ({"nodename_file": "/n", "etcd_endpoints": "x"}, "stat /n: no such file or directory: check that the calico/"),
        ({"name": "a b", "etcd_endpoints": "x"}, "first: invalid characters detected in the given network name. Only"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, config: dict[str, Any], said: str) -> None:
    with pytest.raises(PluginError) as failed:
        check(tmp_path, **config)
    assert failed.value.message.startswith(said)


def test_with_all_there_nothing_is_said(tmp_path: Path) -> None:
    for name in ("k", "n"):
        (tmp_path / name).touch()
    check(tmp_path, kubernetes={"kubeconfig": "/k"}, nodename_file="/n")
    check(tmp_path, etcd_authority="127.0.0.1:2379", nodename_file="/nonexistent", nodename_file_optional=True)
