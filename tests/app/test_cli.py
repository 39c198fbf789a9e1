"""The command line as a whole: what it says without a terminal, and that no mistake ends in a traceback."""

import json
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from app.cli import cli
from app.screen_doors import SCREENS
from tests.support.chains import ANSWERS, scripts
from tests.support.cli import cnistep, conflist
from tests.support.needs import needs_namespaces, needs_plugins
from traces.session.demos import DEMOS, FOLDER

RECORDING = FOLDER / "recordings" / "portmap.json"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store of this test's own, with nothing in it."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))


@needs_namespaces
def test_without_anything_the_demo_is_run_here_and_now() -> None:
    ran = cnistep()
    assert ran.code == 0
    for verb in ("ADD", "CHECK", "DEL"):
        assert f"{verb} k8s-pod-network 1.0.0 · pod shop/web-0 · eth0 · ran in the sandbox" in ran.stdout
    assert "ADD CHECK DEL of k8s-pod-network (calico > portmap > bandwidth) in a sandbox of its own" in ran.stderr
    assert "simulated: calico" in ran.stderr


@needs_namespaces
@pytest.mark.parametrize("name", list(DEMOS))
def test_every_demo_runs_on_a_machine_without_plugins(name: str) -> None:
    traces = cnistep("demo", name, "--simulate", "all", "--json").traces
    assert [(trace["verb"], trace["error"]) for trace in traces] == [("ADD", None), ("CHECK", None), ("DEL", None)]
    assert all(call["plugin"] in trace["simulated"] for trace in traces for call in trace["calls"])
    assert all(trace["place"] == "sandbox" for trace in traces)
    assert [note for note in traces[2]["notes"] if "LEFT BEHIND" in note] == []


@needs_plugins
@needs_namespaces
@pytest.mark.parametrize("name", list(DEMOS))
def test_every_demo_runs_with_the_plugins_that_are_here(name: str) -> None:
    add, check, delete = cnistep("demo", name, "--json").traces
    assert (add["error"], delete["error"]) == (None, None)
    failed = check["error"] and check["network"]["links"][check["error"]["link"]]["type"]
    assert failed in (None, "portmap"), "Debian's portmap 1.1.1 fails CHECK where there are port mappings"
    assert [note for note in delete["notes"] if "LEFT BEHIND" in note] == []


def test_the_demos_are_named() -> None:
    document = json.loads(cnistep("demo", "--list", "--json").stdout)
    assert [row["name"] for row in document["demos"]] == list(DEMOS)
    listed = cnistep("demo", "--list").stdout.splitlines()
    assert [line.split()[0] for line in listed] == ["calico", "loopback", "flannel", "multus", "portmap"]
    unknown = cnistep("demo", "nonsense")
    assert (unknown.code, unknown.stdout) == (2, "")
    assert unknown.stderr == "cnistep: nonsense: no such demo; there is calico, loopback, flannel, multus, portmap\n"


def test_the_help_names_every_command() -> None:
    text = cnistep("--help").stdout
    assert all(f"\n  {name} " in text for name in ("demo", "run", "open", "show", "rerun", "list"))


def test_a_command_that_is_not_there_gets_one_line() -> None:
    ran = cnistep("nonsense")
    assert (ran.code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)


def test_hostile_names_reach_no_terminal() -> None:
    ran = cnistep("show", "\x1b]52;c;aGk=\x07")
    assert "\x1b" not in ran.stderr and "\x07" not in ran.stderr


@pytest.mark.parametrize("width", ["80", "60"])
def test_a_reader_that_goes_away_is_no_mistake(width: str) -> None:
    command = f"{sys.executable} -m app open {RECORDING} | head -1"
    environment = {**os.environ, "COLUMNS": width}
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, env=environment, check=False)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"NO_COLOR": "1"}, {"PYTHONIOENCODING": "ascii"}])
def test_a_poor_terminal_gets_plain_text(environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "app", "open", str(RECORDING)]
    done = subprocess.run(command, capture_output=True, env={**os.environ, **environment}, check=False)
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout
    assert b"portmap" in done.stdout
    assert "PYTHONIOENCODING" not in environment or done.stdout.isascii()


def test_json_is_one_document_in_any_encoding() -> None:
    command = [sys.executable, "-m", "app", "open", str(RECORDING), "--json"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, env=environment, check=True)
    assert json.loads(done.stdout)["schema_version"] == 1


@needs_namespaces
def test_where_namespaces_are_forbidden_the_setting_is_named(tmp_path: Path) -> None:
    conf = conflist(tmp_path, {"type": "one"})
    forbid = "echo 0 > /proc/sys/user/max_user_namespaces && exec"
    command = f"{forbid} {sys.executable} -m app run {conf} ADD --plugins-dir {scripts(tmp_path / 'bin', one=ANSWERS)}"
    done = subprocess.run(["unshare", "-Ur", "sh", "-c", command], capture_output=True, check=False, text=True)
    assert (done.returncode, done.stdout) == (3, "")
    (line,) = done.stderr.splitlines()
    assert "user.max_user_namespaces is 0" in line and "cnistep demo" in line
    shown = f"{forbid} {sys.executable} -m app demo"
    demo = subprocess.run(["unshare", "-Ur", "sh", "-c", shown], capture_output=True, check=False, text=True)
    assert demo.returncode == 0 and "DEL k8s-pod-network" in demo.stdout
    assert "this is a recording, nothing is executed" in demo.stderr


@needs_namespaces
def test_one_namespace_too_few_names_the_setting(tmp_path: Path) -> None:
    conf = conflist(tmp_path, {"type": "one"})
    command = f"echo 1 > /proc/sys/user/max_net_namespaces && exec {sys.executable} -m app run {conf}"
    command += f" --plugins-dir {scripts(tmp_path / 'bin', one=ANSWERS)}"
    done = subprocess.run(["unshare", "-Ur", "sh", "-c", command], capture_output=True, check=False, text=True)
    assert done.returncode == 3
    assert "user.max_net_namespaces is 1" in done.stderr


def test_a_full_disk_gets_one_line() -> None:
    command = f"{sys.executable} -m app open {RECORDING} --json > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False, text=True)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "cnistep: stdout: No space left on device"


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams_are_no_mistake(closed: str) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m app open {RECORDING} {closed}"], capture_output=True, check=False
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


@needs_namespaces
def test_a_plugin_that_may_be_misspelt_is_asked_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    said = cnistep("run", conflist(tmp_path, {"type": "loopback"}, {"type": "bandwdith"})).stderr
    assert "bandwdith has no stand-in of its own, the general one stands for it: is bandwidth meant?\n" in said


@pytest.mark.parametrize(("version", "said"), [("1.2.3", "1.2.3"), (None, "of a checkout that is not installed")])
def test_the_version_is_told_installed_or_not(
    version: str | None, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def known(name: str) -> str:
        if version is None:
            raise PackageNotFoundError(name)
        return version

    monkeypatch.setattr("importlib.metadata.version", known)
    assert cli.main(["--version"], standalone_mode=False, obj=SCREENS) in (0, None)
    assert capsys.readouterr().out == f"cnistep, version {said}\n"
