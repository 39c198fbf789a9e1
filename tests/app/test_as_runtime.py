"""``cnistep run --as RUNTIME``: the file, the loopback, what DEL is run with, and what is said of it."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.chains import ANSWERS, BRIDGE, FAILS, scripts
from tests.support.cli import Ran, cnistep, conflist
from tests.support.needs import PLUGIN_DIR, needs_namespaces, needs_plugins
from tests.support.profiles import a_list, filled

pytestmark = [needs_namespaces]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store of this test's own."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))


def run(tmp_path: Path, conf: str | Path, *arguments: str | Path, **plugins: str) -> Ran:
    """Run with shell scripts for plugins, an answering `one` among them."""
    bin_dir = scripts(tmp_path / "bin", **({"one": ANSWERS, "loopback": ANSWERS} | plugins))
    return cnistep("run", conf, *arguments, "--plugins-dir", bin_dir, "--json")


def names(traces: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """Verb, network and interface of each trace."""
    return [(each["verb"], each["network"]["name"], each["attachment"]["ifname"]) for each in traces]


def cache_file(config: str, **more: Any) -> str:
    """What libcni keeps of an attachment."""
    known = {"kind": "cniCacheV1", "containerId": "c0ffee", "ifName": "eth0", "networkName": "demo"}
    return json.dumps(known | {"config": base64.b64encode(config.encode()).decode()} | more)


@needs_plugins
def test_containerd_has_traces_of_loopback_of_its_own(tmp_path: Path) -> None:
    conf = conflist(tmp_path, BRIDGE)
    look = "nsenter --net=/run/netns/pod ip -o link show lo"
    given = ("ADD", "DEL", "--as", "containerd", "--plugins-dir", PLUGIN_DIR, "--json")
    ran = cnistep("run", conf, *given)
    assert names(ran.traces) == [
        ("ADD", "cni-loopback", "lo"),
        ("ADD", "demo", "eth0"),
        ("DEL", "cni-loopback", "lo"),
        ("DEL", "demo", "eth0"),
    ]
    assert ran.code == 0
    assert {trace["calls"][0]["env"]["CNI_ARGS"].split(";")[-1] for trace in ran.traces} == {"IgnoreUnknown=1"}
    assert json.loads(ran.traces[0]["calls"][0]["stdin"]) == {
        "cniVersion": "0.3.1",
        "name": "cni-loopback",
        "type": "loopback",
    }
    up = cnistep("run", conf, "ADD", "--as", "containerd", "--plugins-dir", PLUGIN_DIR, "--json", "--exec", look)
    assert ",UP," in up.document["exec"]["stdout"]


def test_a_folder_is_the_runtime_s_to_choose_from(tmp_path: Path) -> None:
    folder = filled(tmp_path / "net.d", a_conflist="{", b_conflist=a_list("demo", "one"), c_conflist=a_list("c", "one"))
    crio = run(tmp_path, folder, "--as", "crio")
    containerd = run(tmp_path, folder, "--as", "containerd")
    assert names(crio.traces) == [("ADD", "demo", "eth0")]
    assert (containerd.code, containerd.stdout, containerd.stderr.count("\n")) == (2, "", 1)
    assert containerd.stderr.startswith(f"cnistep: {folder}/a.conflist:1:2: cni config load failed: ")


def test_libcni_asks_for_a_name_in_one_line(tmp_path: Path) -> None:
    folder = filled(tmp_path / "net.d", b_conflist=a_list("demo", "one"))
    ran = run(tmp_path, folder)
    assert (ran.code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert "libcni loads a network by its name" in ran.stderr and "it has demo" in ran.stderr


def test_a_folder_named_as_a_network_does_not_hide_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = filled(tmp_path / "net.d", b_conflist=a_list("demo", "one"))
    (tmp_path / "demo").mkdir()
    monkeypatch.chdir(tmp_path)
    assert names(run(tmp_path, "demo", "--conf-dir", folder).traces) == [("ADD", "demo", "eth0")]


def test_decisions_are_told_before_the_run_and_kept(tmp_path: Path) -> None:
    folder = filled(tmp_path / "net.d", a_conflist=a_list("demo", "one"), b_conf="", c_json="")
    ran = run(tmp_path, folder, "--as", "containerd", "--explain")
    told = ran.stderr.splitlines()
    assert told[0].startswith("containerd: the file is a.conflist: the first of 3 by name")
    assert told[0].endswith("(containerd/go-cni opts.go, loadFromConfDir)")
    assert told[-1].startswith("cnistep: ADD of demo (one) as containerd runs it, in a sandbox of its own")
    assert len(ran.document["decisions"]) == len(told) - 1
    assert ran.document["decisions"][0] == {
        "profile": "containerd",
        "subject": "the file",
        "decided": "a.conflist",
        "why": "the first of 3 by name, and only one is loaded; were it bad, none would be",
        "source": "containerd/go-cni opts.go, loadFromConfDir",
    }


def test_without_explain_only_what_is_withheld_is_told(tmp_path: Path) -> None:
    ran = run(tmp_path, conflist(tmp_path, {"type": "one"}), "--as", "crio", "--cap", "portMappings=[]")
    assert "decisions" not in ran.document
    assert ran.stderr.splitlines()[0].startswith(
        "crio: capability portMappings is not passed: CRI-O does host ports itself"
    )
    assert ran.stderr.count("\n") == 2


def test_crio_gives_no_link_the_port_mappings(tmp_path: Path) -> None:
    conf = conflist(tmp_path, {"type": "one", "capabilities": {"portMappings": True, "bandwidth": True}})
    given = ("--cap", "portMappings=[]", "--cap", "bandwidth={}")
    for runtime, passed in (("crio", {"bandwidth"}), ("containerd", {"bandwidth", "portMappings"})):
        trace = run(tmp_path, conf, "--as", runtime, *given).traces[-1]
        assert set(json.loads(trace["calls"][0]["stdin"])["runtimeConfig"]) == passed


@pytest.mark.parametrize(
    ("runtime", "plugin", "args"),
    [("libcni", "one", "T=1"), ("crio", "cached", "A=B"), ("podman", "cached", "A=B")],
)
def test_del_is_run_with_today_s_or_the_cached_configuration(
    tmp_path: Path, runtime: str, plugin: str, args: str
) -> None:
    cached = {"type": "cached", "capabilities": {"bandwidth": True}}
    config = json.dumps({"cniVersion": "1.0.0", "name": "demo", "plugins": [cached]})
    (tmp_path / "cache").write_text(cache_file(config, cniArgs=[["A", "B"]], capabilityArgs={"bandwidth": {"x": 1}}))
    given = ("--container-id", "c0ffee", "--file", f"/var/lib/cni/results/demo-c0ffee-eth0={tmp_path}/cache")
    conf = conflist(tmp_path, {"type": "one"})
    (trace,) = run(tmp_path, conf, "DEL", "--as", runtime, "--args", "T=1", *given, cached=ANSWERS).traces
    (call,) = trace["calls"]
    assert (call["plugin"], call["env"]["CNI_ARGS"]) == (plugin, args)
    assert json.loads(call["stdin"]).get("runtimeConfig") == ({"bandwidth": {"x": 1}} if plugin == "cached" else None)


def test_what_del_was_run_with_stands_in_the_trace(tmp_path: Path) -> None:
    ran = run(tmp_path, conflist(tmp_path, {"type": "one"}), "DEL", "ADD", "DEL", "--as", "crio", "--explain")
    first, _, second = ran.traces
    assert first["notes"][:1] == second["notes"][:1] == ["run as crio runs it"]
    assert "run with today's configuration: the cache has no such attachment" in first["notes"][1]
    assert "run with the cached configuration, args and capabilities" in second["notes"][1]
    assert [each["decided"] for each in ran.document["decisions"][-2:]] == [
        "run with today's configuration",
        "run with the cached configuration, args and capabilities",
    ]


def test_containerd_s_failed_loopback_keeps_del_from_the_network(tmp_path: Path) -> None:
    ran = run(tmp_path, conflist(tmp_path, {"type": "one"}), "ADD", "DEL", "--as", "containerd", loopback=FAILS)
    assert names(ran.traces) == [
        ("ADD", "cni-loopback", "lo"),
        ("ADD", "demo", "eth0"),
        ("DEL", "cni-loopback", "lo"),
    ]
    assert "containerd: DEL of demo is never sent: DEL of cni-loopback failed" in ran.stderr
    assert ran.code == 1


def test_containerd_goes_on_where_a_link_is_not_found(tmp_path: Path) -> None:
    gone = FAILS.replace("try again", "link lo not found")
    ran = run(tmp_path, conflist(tmp_path, {"type": "one"}), "DEL", "--as", "containerd", "--explain", loopback=gone)
    assert names(ran.traces) == [("DEL", "cni-loopback", "lo"), ("DEL", "demo", "eth0")]
    assert ran.document["decisions"][-1]["decided"] == "taken for done"


def test_on_the_host_every_plugin_is_named_before_the_yes(tmp_path: Path) -> None:
    results = tmp_path / "cni" / "results"
    results.mkdir(parents=True)
    (results / "demo-c0ffee-eth0").write_text(cache_file(a_list("demo", "cached")))
    conf = conflist(tmp_path, {"type": "one"})
    given = ("--container-id", "c0ffee", "--netns", "/run/netns/none", "--cache-dir", tmp_path / "cni")
    crio = run(tmp_path, conf, "DEL", "--as", "crio", *given)
    containerd = run(tmp_path, conf, "ADD", "--as", "containerd", *given)
    assert (crio.code, containerd.code) == (2, 2)
    assert "plugin 0   cached" in crio.stderr and "plugin 0   one" in crio.stderr
    assert "plugin 0   loopback" in containerd.stderr


def test_an_unknown_runtime_gets_one_line(tmp_path: Path) -> None:
    ran = run(tmp_path, conflist(tmp_path, {"type": "one"}), "--as", "docker")
    assert (ran.code, ran.stderr.count("\n")) == (2, 1)
    assert "'containerd', 'crio', 'podman', 'libcni'" in ran.stderr
