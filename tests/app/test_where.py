"""What is said before a run on a real host; here the host is one that the test makes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.chains import FIVE
from tests.support.cli import conflist
from tests.support.needs import needs_namespaces, needs_plugins, needs_root

pytestmark = [needs_namespaces, needs_plugins, needs_root]
_HOST = """
mount -t tmpfs tmpfs /run && mount -t tmpfs tmpfs /var/lib && ip netns add pod &&
{python} -m app run {conf} ADD DEL --netns /run/netns/pod --yes --json --cache-dir {cache} --plugins-dir /usr/lib/cni
echo "code $?" >&2
"""


def run_on_a_host(conf: Path, cache: Path) -> tuple[Any, str]:
    """The document, and what was said, of a run in namespaces that play the host."""
    script = _HOST.format(python=sys.executable, conf=conf, cache=cache)
    command = ["unshare", "--net", "--mount", "--propagation", "private", "sh", "-c", script]
    env = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "CNISTEP_STATE_DIR": str(cache / "state")}
    done = subprocess.run(command, capture_output=True, env=env, check=False, text=True)
    return json.loads(done.stdout), done.stderr


def test_the_real_host_runs_the_chain_after_a_yes(tmp_path: Path) -> None:
    document, said = run_on_a_host(conflist(tmp_path, *FIVE), tmp_path / "cache")
    add, delete = document["traces"]
    assert "this runs on the real host" in said
    assert "code 0" in said
    assert add["place"] == delete["place"] == "netns"
    assert [call["plugin"] for call in add["calls"]][:2] == ["bridge", "host-local"]
    assert add["calls"][1]["parent"] == add["calls"][0]["id"]
    assert {call["env"]["CNI_PATH"] for call in add["calls"]} == {"/usr/lib/cni"}
    assert (tmp_path / "cache" / "results").is_dir()
