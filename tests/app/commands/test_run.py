"""``cnistep run`` with real plugins in the sandbox, and with plugins that go wrong."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.chains import ANSWERS, CAPS, FAILS, FIVE, scripts
from tests.support.cli import cnistep, conflist
from tests.support.needs import needs_namespaces, needs_plugins

pytestmark = [needs_namespaces]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store of this test's own."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    return tmp_path / "state"


@needs_plugins
def test_the_real_chain_runs_and_its_delegates_are_recorded(tmp_path: Path) -> None:
    ran = cnistep("run", conflist(tmp_path, *FIVE), "ADD", "CHECK", "DEL", *CAPS, "--json")
    add, check, delete = ran.traces
    assert [(call["plugin"], call["link"], call["parent"]) for call in add["calls"]] == [
        ("bridge", 0, None),
        ("host-local", None, "1"),
        ("portmap", 1, None),
        ("bandwidth", 2, None),
        ("firewall", 3, None),
        ("tuning", 4, None),
    ]
    assert [call["plugin"] for call in delete["calls"]] == [
        "tuning",
        "firewall",
        "bandwidth",
        "portmap",
        "bridge",
        "host-local",
    ]
    assert add["error"] is delete["error"] is None
    assert ran.code == (1 if check["error"] else 0)


@needs_plugins
def test_a_failed_check_does_not_keep_del_from_running(tmp_path: Path) -> None:
    ran = cnistep("run", conflist(tmp_path, *FIVE), "CHECK", "DEL", *CAPS, "--json")
    assert [trace["verb"] for trace in ran.traces] == ["CHECK", "DEL"]
    assert ran.traces[0]["error"] is not None
    assert ran.code == 1


@needs_plugins
def test_add_gives_eth0_its_address_in_the_pod(tmp_path: Path) -> None:
    look = "nsenter --net=/run/netns/pod ip -j addr show eth0"
    ran = cnistep("run", conflist(tmp_path, *FIVE), "ADD", *CAPS, "--json", "--exec", look)
    (address,) = [
        each for each in json.loads(ran.document["exec"]["stdout"])[0]["addr_info"] if each["family"] == "inet"
    ]
    claimed = json.loads(ran.traces[0]["result"])["ips"][0]["address"]
    assert f"{address['local']}/{address['prefixlen']}" == claimed


@needs_plugins
def test_del_leaves_nothing_but_what_is_by_design(tmp_path: Path) -> None:
    look = "ip -o link; iptables-save; ls /var/lib/cni/networks/demo /var/lib/cni/results"
    ran = cnistep("run", conflist(tmp_path, *FIVE), "ADD", "DEL", *CAPS, "--json", "--exec", look)
    add, delete = ran.traces
    address = json.loads(add["result"])["ips"][0]["address"].split("/")[0]
    left = ran.document["exec"]["stdout"]
    for mark in (add["attachment"]["container_id"], f"{address}\n", f"{address}/", "18080", "veth", "ifb", "bwp"):
        assert mark not in left
    assert "cni0" in left and "last_reserved_ip" in left
    assert "left by design: bridge cni0" in delete["notes"]
    assert not [note for note in delete["notes"] if note.startswith("LEFT BEHIND")]


def test_a_failing_second_link_is_named_in_libcni_s_words(tmp_path: Path) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS, two=FAILS, three=ANSWERS)
    conf = conflist(tmp_path, {"type": "one"}, {"type": "two"}, {"type": "three"})
    ran = cnistep("run", conf, "ADD", "--plugins-dir", bin_dir, "--json")
    (trace,) = ran.traces
    assert [call["plugin"] for call in trace["calls"]] == ["one", "two"]
    assert trace["error"] == {
        "text": 'plugin type="two" failed (add): try again; iptables: chain exists',
        "code": 11,
        "link": 1,
    }
    assert ran.code == 1


def test_the_text_names_the_link_and_those_never_reached(tmp_path: Path) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS, two=FAILS, three=ANSWERS)
    conf = conflist(tmp_path, {"type": "one"}, {"type": "two"}, {"type": "three"})
    drawn = cnistep("run", conf, "ADD", "--plugins-dir", bin_dir)
    told = cnistep("show", "last", "--plain")
    assert "FAILED at two, code 11" in drawn.stdout
    assert "three never reached" in drawn.stdout
    assert "three (link 2) is never reached." in told.stdout


def test_stop_ends_after_the_first_verb_that_fails(tmp_path: Path) -> None:
    bin_dir = scripts(tmp_path / "bin", one=FAILS)
    conf = conflist(tmp_path, {"type": "one"})
    all_verbs = cnistep("run", conf, "ADD", "DEL", "--plugins-dir", bin_dir, "--json")
    stopped = cnistep("run", conf, "ADD", "DEL", "--plugins-dir", bin_dir, "--json", "--stop")
    assert [trace["verb"] for trace in all_verbs.traces] == ["ADD", "DEL"]
    assert [trace["verb"] for trace in stopped.traces] == ["ADD"]


@pytest.mark.parametrize(
    ("policy", "called", "never"),
    [("libcni", ["three", "two"], ["never reached: link 0, one"]), ("continue", ["three", "two", "one"], [])],
)
def test_del_stops_or_goes_on_at_a_failure(tmp_path: Path, policy: str, called: list[str], never: list[str]) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS, two=FAILS, three=ANSWERS)
    conf = conflist(tmp_path, {"type": "one"}, {"type": "two"}, {"type": "three"})
    ran = cnistep("run", conf, "DEL", "--plugins-dir", bin_dir, "--json", "--del-policy", policy)
    (trace,) = ran.traces
    assert [call["plugin"] for call in trace["calls"]] == called
    assert [note for note in trace["notes"] if note.startswith("never reached")] == never
    assert (trace["policy"], trace["error"]["link"], ran.code) == (policy, 1, 1)


def test_a_missing_plugin_fails_its_link_without_a_call(tmp_path: Path) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS)
    conf = conflist(tmp_path, {"type": "one"}, {"type": "ghost"})
    ran = cnistep("run", conf, "--plugins-dir", bin_dir, "--simulate", "none", "--json")
    assert ran.traces[0]["error"]["text"].endswith(f'failed to find plugin "ghost" in path [{bin_dir}]')
    assert ran.traces[0]["error"]["link"] == 1
    assert len(ran.traces[0]["calls"]) == 1


def test_the_options_reach_the_plugin_as_the_runtime_would_pass_them(tmp_path: Path) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS)
    conf = conflist(tmp_path, {"type": "one", "capabilities": {"mac": True}})
    given = ("--container-id", "c0ffee", "--ifname", "net1", "--args", "K=V", "--args", "A=B", "--cap", 'mac="aa"')
    (trace,) = cnistep("run", conf, "--plugins-dir", bin_dir, "--json", "--cap", "other=1", *given).traces
    env = trace["calls"][0]["env"]
    names = ("CNI_COMMAND", "CNI_CONTAINERID", "CNI_IFNAME", "CNI_ARGS", "CNI_PATH", "CNI_NETNS")
    assert [env[name] for name in names] == ["ADD", "c0ffee", "net1", "K=V;A=B", str(bin_dir), "/run/netns/pod"]
    assert json.loads(trace["calls"][0]["stdin"])["runtimeConfig"] == {"mac": "aa"}


def test_cnitool_s_environment_is_honoured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS)
    conflist(tmp_path, {"type": "one", "capabilities": {"mac": True}})
    values = {"CNI_PATH": bin_dir, "NETCONFPATH": tmp_path, "CNI_ARGS": "K=V", "CNI_IFNAME": "net2"}
    for name, value in {**values, "CAP_ARGS": '{"mac":"bb"}'}.items():
        monkeypatch.setenv(name, str(value))
    (trace,) = cnistep("run", "demo", "--json").traces
    env = trace["calls"][0]["env"]
    assert (env["CNI_ARGS"], env["CNI_IFNAME"], env["CNI_PATH"]) == ("K=V", "net2", str(bin_dir))
    assert json.loads(trace["calls"][0]["stdin"])["runtimeConfig"] == {"mac": "bb"}


def test_a_file_is_put_into_the_sandbox(tmp_path: Path) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS)
    (tmp_path / "subnet.env").write_text("FLANNEL_MTU=1450\n")
    given = ("--file", f"/run/flannel/subnet.env={tmp_path}/subnet.env", "--exec", "cat /run/flannel/subnet.env")
    ran = cnistep("run", conflist(tmp_path, {"type": "one"}), "--plugins-dir", bin_dir, "--json", *given)
    assert ran.document["exec"]["stdout"] == "FLANNEL_MTU=1450\n"
    assert not os.path.exists("/run/flannel/subnet.env")


def test_the_document_goes_to_a_file_of_mode_0600(tmp_path: Path) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS)
    out = tmp_path / "out.json"
    ran = cnistep("run", conflist(tmp_path, {"type": "one"}), "--plugins-dir", bin_dir, "-o", out)
    assert "ADD demo" in ran.stdout
    assert json.loads(out.read_text())["traces"][0]["verb"] == "ADD"
    assert out.stat().st_mode & 0o777 == 0o600


def test_what_runs_where_and_as_whom_is_said_first(tmp_path: Path) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS)
    ran = cnistep("run", conflist(tmp_path, {"type": "one"}), "--plugins-dir", bin_dir)
    assert ran.stderr.startswith("cnistep: ADD of demo (one) in a sandbox of its own, as ")
    assert f"uid {os.geteuid()}" in ran.stderr


def test_without_a_yes_nothing_runs_on_the_host(tmp_path: Path) -> None:
    bin_dir = scripts(tmp_path / "bin", one=f"touch {tmp_path}/ran; {ANSWERS}")
    conf = conflist(tmp_path, {"type": "one"})
    ran = cnistep("run", conf, "ADD", "--netns", "/run/netns/none", "--plugins-dir", bin_dir)
    assert ran.code == 2
    assert "plugin 0   one" in ran.stderr and "/run/netns/none" in ran.stderr
    assert "--yes" in ran.stderr.splitlines()[-1]
    assert not (tmp_path / "ran").exists()


def test_relative_folders_are_those_of_the_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts(tmp_path / "bin", one=ANSWERS)
    monkeypatch.chdir(tmp_path)
    (trace,) = cnistep("run", conflist(tmp_path, {"type": "one"}), "--plugins-dir", "bin", "--json").traces
    assert trace["calls"][0]["env"]["CNI_PATH"] == str(tmp_path / "bin")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("FILE",), "is not a folder"),
        (("bin", "bin/inner"), "lies in"),
        (("/",), "can't be a plugin folder"),
    ],
)
def test_a_folder_that_cannot_be_recorded_gets_one_line(tmp_path: Path, given: tuple[str, ...], said: str) -> None:
    scripts(tmp_path / "bin", one=ANSWERS)
    (tmp_path / "bin" / "inner").mkdir()
    (tmp_path / "FILE").touch()
    folders = [argument for name in given for argument in ("--plugins-dir", tmp_path / name)]
    ran = cnistep("run", conflist(tmp_path, {"type": "one"}), *folders)
    assert (ran.code, ran.stderr.count("\n")) == (2, 1)
    assert said in ran.stderr


def test_a_plugin_folder_may_hold_our_own_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS)
    monkeypatch.setattr("tempfile.tempdir", str(bin_dir))
    (trace,) = cnistep("run", conflist(tmp_path, {"type": "one"}), "--plugins-dir", bin_dir, "--json").traces
    assert trace["error"] is None


def test_nothing_runs_where_its_trace_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "afile").touch()
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "afile" / "state"))
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS)
    ran = cnistep("run", conflist(tmp_path, {"type": "one"}), "--plugins-dir", bin_dir, "--json")
    assert (ran.code, ran.stdout) == (2, "")
    assert "CNISTEP_STATE_DIR" in ran.stderr.splitlines()[-1]


def test_nothing_runs_where_its_document_cannot_be_written(tmp_path: Path) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS)
    ran = cnistep("run", conflist(tmp_path, {"type": "one"}), "--plugins-dir", bin_dir, "-o", "/does/not/exist/x")
    assert (ran.code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert cnistep("list", "--json").traces == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_run_keeps_its_trace_and_leaves_nothing(tmp_path: Path, number: signal.Signals) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS, two=f"exec sleep 6172.{os.getpid()}")
    conf = conflist(tmp_path, {"type": "one"}, {"type": "two"})
    command = [sys.executable, "-m", "app", "run", str(conf), "ADD", "DEL", "--plugins-dir", str(bin_dir), "--json"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as running:
        while not runs(f"sleep\0006172.{os.getpid()}") and running.poll() is None:
            time.sleep(0.02)
        assert list(tmp_path.glob("cnistep-*/recorder-0"))
        running.send_signal(number)
        stdout, _ = running.communicate(timeout=30)
    (trace,) = json.loads(stdout)["traces"]
    assert running.returncode == 130
    assert (trace["error"]["text"], trace["error"]["link"]) == ("the run was stopped", 1)
    assert [call["outcome"] for call in trace["calls"]] == ["ok", "killed"]
    assert not list(tmp_path.glob("cnistep-*"))


def test_a_plugin_that_is_a_link_is_executed_once(tmp_path: Path) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS)
    scripts(tmp_path / "lib", inner=ANSWERS)
    other = scripts(tmp_path / "other", three=ANSWERS)
    (bin_dir / "out").symlink_to("../lib/inner")
    (bin_dir / "beside").symlink_to(bin_dir / "one")
    (bin_dir / "across").symlink_to(other / "three")
    conf = conflist(tmp_path, {"type": "out"}, {"type": "beside"}, {"type": "across"})
    (trace,) = cnistep("run", conf, "--plugins-dir", bin_dir, "--plugins-dir", other, "--json").traces
    assert trace["error"] is None
    assert [(call["plugin"], call["parent"]) for call in trace["calls"]] == [
        ("out", None),
        ("beside", None),
        ("across", None),
    ]


def test_an_answer_longer_than_the_record_is_no_failure(tmp_path: Path) -> None:
    long = ANSWERS.replace("printf '%s'", "head -c 1500000 /dev/zero | tr '\\0' ' '; printf '%s'")
    bin_dir = scripts(tmp_path / "bin", one=long)
    (trace,) = cnistep("run", conflist(tmp_path, {"type": "one"}), "--plugins-dir", bin_dir, "--json").traces
    assert trace["error"] is None
    assert (trace["calls"][0]["outcome"], trace["calls"][0]["truncated"]) == ("ok", ["stdout"])


def runs(command: str) -> bool:
    """Whether a process of this machine has that command line."""
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if process.read_text(errors="replace").rstrip("\0") == command:
                return True
    return False
