"""The stand-in for linkerd-cni."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.stand_ins import ask
from traces.simulate.table import stand_in

LINKERD = stand_in("linkerd-cni")
KUBECONFIG = "/etc/cni/net.d/ZZZ-linkerd-cni-kubeconfig"
POD = {"CNI_ARGS": "IgnoreUnknown=1;K8S_POD_NAMESPACE=shop;K8S_POD_NAME=web-0;K8S_POD_INFRA_CONTAINER_ID=c0ffee"}
PREV: dict[str, Any] = {"cniVersion": "1.0.0", "ips": [{"address": "10.1.0.5/24"}]}


def test_a_missing_kubeconfig_fails_for_a_pod(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    config = {"kubernetes": {"kubeconfig": KUBECONFIG}, "prevResult": PREV}
    error = ask(LINKERD, "ADD", tmp_path, env=POD, **config).document
    assert error == {"code": 999, "msg": f"stat {KUBECONFIG}: no such file or directory"}
    assert 'level=error msg="linkerd-cni client err with NewNonInteractive' in capfd.readouterr().err
    place = tmp_path / KUBECONFIG.lstrip("/")
    place.parent.mkdir(parents=True)
    place.write_text("apiVersion: v1\n")
    assert ask(LINKERD, "ADD", tmp_path, env=POD, **config).document == PREV


def test_without_a_kubeconfig_there_is_no_context(tmp_path: Path) -> None:
    error = ask(LINKERD, "ADD", tmp_path, env=POD, prevResult=PREV).document
    assert error["msg"] == "context was not found for specified context: linkerd-cni-context"


def test_what_is_no_pod_needs_none(tmp_path: Path) -> None:
    config = {"kubernetes": {"kubeconfig": KUBECONFIG}}
    assert ask(LINKERD, "ADD", tmp_path, **config, prevResult=PREV).document == PREV
    assert ask(LINKERD, "ADD", tmp_path, **config).document == {"cniVersion": "1.0.0"}


def test_args_it_does_not_know_are_refused(tmp_path: Path) -> None:
    env = {"CNI_ARGS": POD["CNI_ARGS"].removeprefix("IgnoreUnknown=1;")}
    error = ask(LINKERD, "ADD", tmp_path, env=env, prevResult=PREV).document
    assert error["msg"] == 'ARGS: unknown args ["K8S_POD_INFRA_CONTAINER_ID=c0ffee"]'


@pytest.mark.parametrize("verb", ["CHECK", "DEL"])
def test_only_add_does_anything(verb: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert ask(LINKERD, verb, tmp_path, env=POD, prevResult="x").exit_code == 0
    assert "called but not implemented" in capfd.readouterr().err


def test_a_bad_configuration_is_refused_in_its_name(tmp_path: Path) -> None:
    error = ask(LINKERD, "ADD", tmp_path, kubernetes="x").document
    assert error["msg"].startswith("linkerd-cni: failed to parse network configuration: json: cannot unmarshal string")
