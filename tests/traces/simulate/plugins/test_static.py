"""The stand-in for static: each request goes to Debian's too."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.needs import PLUGIN_DIR, needs_plugins
from tests.support.stand_ins import POD, ask
from traces.simulate.plugins.static import PLUGIN

TWO: dict[str, Any] = {
    "addresses": [{"address": "10.1.1.1/24", "gateway": "10.1.1.254"}, {"address": "fd00::5/64"}],
    "routes": [{"dst": "0.0.0.0/0"}, {"dst": "fd00:9::/48", "gw": "fd00::1"}],
    "dns": {"nameservers": ["1.1.1.1"], "search": ["a.b"]},
}
ONE: dict[str, Any] = {"addresses": [{"address": "192.168.5.1/16", "gateway": "192.168.0.1"}]}
PREV: dict[str, Any] = {"cniVersion": "1.0.0", "ips": [{"address": "192.168.5.1/16", "gateway": "192.168.0.9"}]}
CASES: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("ADD", {"ipam": TWO}, ""),
    ("ADD", {"ipam": TWO, "cniVersion": "0.3.1"}, ""),
    ("ADD", {"ipam": ONE, "cniVersion": "0.2.0"}, ""),
    ("ADD", {"ipam": {}}, ""),
    ("ADD", {}, ""),
    ("ADD", {"ipam": ONE}, "IP=10.3.3.3/24,fd00::6/64;GATEWAY=10.3.3.1,192.168.0.7"),
    ("ADD", {"ipam": {}}, "IP=10.3.3.3"),
    ("ADD", {"ipam": {}}, "GATEWAY=z"),
    ("ADD", {"ipam": {}}, "K8S_POD_NAME=web"),
    ("ADD", {"ipam": {}}, "IgnoreUnknown=maybe"),
    ("ADD", {"ipam": ONE, "args": {"cni": {"ips": ["10.3.3.3/24"]}}}, ""),
    ("ADD", {"ipam": ONE, "args": {"cni": {"ips": ["10.3.3.3/24"]}}, "runtimeConfig": {"ips": ["10.4.4.4/8"]}}, ""),
    ("ADD", {"ipam": {"addresses": [{"address": "10.1.1.1"}]}}, ""),
    ("ADD", {"ipam": {"addresses": [{"address": "10.1.1.1/24", "gateway": "x"}]}}, ""),
    ("ADD", {"ipam": {"addresses": "10.1.1.1/24"}}, ""),
    ("ADD", {"ipam": {"addresses": [{"address": "10.1.1.1/24"}] * 2}, "cniVersion": "0.2.0"}, ""),
    ("CHECK", {"ipam": ONE}, ""),
    ("CHECK", {"ipam": ONE, "prevResult": PREV}, ""),
    ("CHECK", {"ipam": TWO, "prevResult": PREV}, ""),
    ("DEL", {}, ""),
)


@needs_plugins
@pytest.mark.parametrize(("verb", "config", "args"), CASES)
def test_it_answers_as_debian_s(verb: str, config: dict[str, Any], args: str, tmp_path: Path) -> None:
    env = {**POD, "CNI_ARGS": args}
    full = {"cniVersion": "1.0.0", "name": "net", "type": "static", **config}
    command = [str(PLUGIN_DIR / "static")]
    real = subprocess.run(
        command, input=json.dumps(full).encode(), env={**os.environ, **env, "CNI_COMMAND": verb}, capture_output=True
    )
    got = ask(PLUGIN, verb, tmp_path, env, **config)
    assert (got.exit_code, document(got.stdout)) == (real.returncode, document(real.stdout))


def document(stdout: bytes) -> Any:
    """What was answered; 1.1.1 is built with a libcni that writes an empty dns too, 1.9.1 with one that doesn't."""
    text = stdout.decode().replace("struct field IPAMConfig.", "struct field Net.")  # as newer Go names it
    found = json.loads(text) if text.strip() else None
    if isinstance(found, dict) and found.get("dns") == {}:
        del found["dns"]
    if isinstance(found, dict) and found.get("cniVersion", "") < "1.0.0":
        return found | {"dns": found.get("dns", {})}
    return found
