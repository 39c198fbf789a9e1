"""Files that chains need."""

import json

from traces.diagnosis.collect.named import files_of_link, named_files
from traces.diagnosis.facts import ConfigFile


def config(*plugins: object) -> ConfigFile:
    """A list of those plugins."""
    return ConfigFile(path="/a", content=json.dumps({"name": "n", "plugins": plugins}).encode())


def test_kubeconfig_is_found_however_deep() -> None:
    calico = {"type": "calico", "kubernetes": {"kubeconfig": "/etc/cni/net.d/calico-kubeconfig"}}
    assert named_files([config(calico), config(calico)]) == ("/etc/cni/net.d/calico-kubeconfig",)


def test_flannel_looks_for_its_own_unless_told() -> None:
    assert named_files([config({"type": "flannel"})]) == ("/run/flannel/subnet.env",)
    assert named_files([config({"type": "flannel", "subnetFile": "/x/env"})]) == ("/x/env",)


def test_what_is_no_path_is_left_out() -> None:
    assert files_of_link({"type": "x", "kubeconfig": "relative", "socket": 7}) == ()


def test_broken_file_names_nothing() -> None:
    assert named_files([ConfigFile(path="/a", content=b"{")]) == ()
