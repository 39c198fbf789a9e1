"""A stand-in that runs another plugin."""

import json
from pathlib import Path

import pytest

from tests.support.cli import plugin
from tests.support.stand_ins import POD, no_network
from traces.simulate.ask import Ask
from traces.simulate.delegate import delegate, delegate_add
from traces.simulate.ground import Ground
from traces.simulate.plugin_error import PluginError


def caller(folder: Path, version: str = "1.0.0") -> Ask:
    """A request whose CNI_PATH is this folder."""
    stdin = json.dumps({"cniVersion": version, "name": "net"}).encode()
    environ = {**POD, "CNI_COMMAND": "ADD", "CNI_PATH": f"/nonexistent:{folder}", "PATH": "/bin:/usr/bin"}
    return Ask(plugin="one", verb="ADD", environ=environ, stdin=stdin, ground=Ground(run_network=no_network))


def test_a_delegate_gets_the_same_stdin_and_environment(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    plugin(tmp_path, "two", 'echo "$CNI_COMMAND $CNI_IFNAME" >&2; cat')
    assert delegate(caller(tmp_path), "two", "CHECK", changed={"CNI_IFNAME": "net1"}) == caller(tmp_path).stdin
    assert capfd.readouterr().err == "CHECK net1\n"


def test_its_result_comes_in_today_s_shape(tmp_path: Path) -> None:
    plugin(tmp_path, "two", """cat >/dev/null; echo '{"cniVersion":"0.2.0","ip4":{"ip":"10.1.0.2/16"}}'""")
    result = delegate_add(caller(tmp_path, "0.2.0"), "two")
    assert (result.cni_version, [ip and ip.address for ip in result.ips]) == ("1.1.0", ["10.1.0.2/16"])


@pytest.mark.parametrize(
    ("script", "code", "said"),
    [
        ("""echo '{"code":11,"msg":"full","details":"all of it"}'; exit 1""", 11, "full"),
        ("echo no >&2; exit 3", 0, r'netplugin failed: "no\n"'),
        ("kill -9 $$", 0, "netplugin failed with no error message: signal: killed"),
        ("echo nonsense", 999, "failed to unmarshal raw result: "),
    ],
)
def test_its_failure_is_the_caller_s(tmp_path: Path, script: str, code: int, said: str) -> None:
    plugin(tmp_path, "two", script)
    with pytest.raises(PluginError) as failed:
        delegate_add(caller(tmp_path), "two")
    assert failed.value.message.startswith(said) and failed.value.code == code
    assert failed.value.details == ("all of it" if said == "full" else "")


def test_a_delegate_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match='failed to find plugin "none" in path'):
        delegate(caller(tmp_path), "none", "DEL")
