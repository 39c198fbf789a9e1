"""The stand-in for istio-cni."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.stand_ins import ask
from traces.simulate.table import stand_in

ISTIO = stand_in("istio-cni")
POD = {"CNI_ARGS": "IgnoreUnknown=1;K8S_POD_NAMESPACE=shop;K8S_POD_NAME=web-0;K8S_POD_INFRA_CONTAINER_ID=c0ffee"}
PREV: dict[str, Any] = {"cniVersion": "1.0.0", "ips": [{"address": "10.1.0.5/24"}]}
OLD: dict[str, Any] = {"kubernetes": {"kubeconfig": "/etc/cni/net.d/ZZZ-istio-cni-kubeconfig"}}
NEW: dict[str, Any] = {"cni_agent_run_dir": "/var/run/istio-cni"}


@pytest.mark.parametrize(
    ("config", "place"),
    [(OLD, "etc/cni/net.d/ZZZ-istio-cni-kubeconfig"), (NEW, "var/run/istio-cni/istio-cni-kubeconfig")],
)
def test_without_kubeconfig_nobody_answers_about_a_pod(config: dict[str, Any], place: str, tmp_path: Path) -> None:
    error = ask(ISTIO, "ADD", tmp_path, env=POD, **config, prevResult=PREV).document
    server = "http://localhost:8080/api/v1/namespaces/shop/pods/web-0"
    assert error == {"code": 999, "msg": f'Get "{server}": dial tcp [::1]:8080: connect: connection refused'}
    file = tmp_path / place
    file.parent.mkdir(parents=True)
    file.write_text("apiVersion: v1\n")
    assert ask(ISTIO, "ADD", tmp_path, env=POD, **config, prevResult=PREV).document == PREV


@pytest.mark.parametrize(
    "config",
    [
        {"exclude_namespaces": ["kube-system", "shop"]},
        {"kubernetes": {"exclude_namespaces": ["shop"]}},
    ],
)
def test_excluded_namespaces_are_left_alone(config: dict[str, Any], tmp_path: Path) -> None:
    assert ask(ISTIO, "ADD", tmp_path, env=POD, **config, prevResult=PREV).document == PREV


def test_its_own_agent_gets_through(tmp_path: Path) -> None:
    env = {"CNI_ARGS": "K8S_POD_NAMESPACE=istio-system;K8S_POD_NAME=istio-cni-node-x7"}
    assert ask(ISTIO, "ADD", tmp_path, env=env, **NEW, pod_namespace="istio-system", prevResult=PREV).document == PREV
    assert ask(ISTIO, "ADD", tmp_path, env=env, **NEW, pod_namespace="other", prevResult=PREV).exit_code == 1


def test_what_is_no_pod_needs_no_kubeconfig(tmp_path: Path) -> None:
    assert ask(ISTIO, "ADD", tmp_path, **OLD, prevResult=PREV).document == PREV
    assert ask(ISTIO, "ADD", tmp_path, **OLD).document == {"cniVersion": "1.0.0"}
    for verb in ("CHECK", "DEL"):
        assert ask(ISTIO, verb, tmp_path, env=POD, **OLD).exit_code == 0


def test_its_failure_is_logged_as_json(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    error = ask(ISTIO, "ADD", tmp_path, exclude_namespaces="shop").document
    line = json.loads(capfd.readouterr().err)
    assert (line["level"], line["msg"]) == ("error", f"istio-cni cmdAdd error: {error['msg']}")
    assert error["msg"].startswith("failed to parse network configuration: json: cannot unmarshal string")
