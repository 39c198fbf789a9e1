import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.chains import ANSWERS, RESULT
from tests.support.cli import conflist, plugin
from tests.support.needs import needs_namespaces, needs_root
from traces.cni.conflist import load_file
from traces.errors import InputError, PlaceError
from traces.model.network import Attachment
from traces.model.trace import Trace
from traces.runner.plan import Plan
from traces.runner.rerun import plan_rerun
from traces.session.in_place import check_in_place
from traces.store.archive import read_file

_HOST = """
mount -t tmpfs tmpfs /run && ip netns add pod &&
{run} run {conf} ADD --netns /run/netns/pod --yes --cache-dir {cache} --plugins-dir {bin} -o {folder}/one.json
cp {cache}/results/* {folder}/before
{run} rerun {folder}/one.json --from 1 --how in-place --yes --cache-dir {cache} {edit} -o {folder}/two.json
echo "code $?" >&2
cp {cache}/results/* {folder}/after
"""


def plan(tmp_path: Path, netns: str) -> Plan:
    network = load_file(str(conflist(tmp_path, {"type": "one"})))
    attachment = Attachment(container_id="c", netns=netns)
    return Plan(verb="ADD", network=network, attachment=attachment, plugin_dirs=("/x",), cache_dir="/y")


@needs_root
def test_a_pod_that_is_gone_is_not_run_in(tmp_path: Path) -> None:
    with pytest.raises(PlaceError, match="/run/netns/gone-pod is gone"):
        check_in_place(plan(tmp_path, "/run/netns/gone-pod"))


@needs_root
def test_the_host_s_own_network_is_no_pod_s(tmp_path: Path) -> None:
    with pytest.raises(PlaceError, match="this host's own network"):
        check_in_place(plan(tmp_path, f"/proc/{os.getpid()}/ns/net"))


@needs_root
def test_a_late_del_has_no_netns_to_look_for(tmp_path: Path) -> None:
    check_in_place(plan(tmp_path, ""))


def test_others_than_root_run_nothing_on_the_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(PlaceError, match="only root"):
        check_in_place(plan(tmp_path, ""))


def test_garbage_is_not_collected_in_place(tmp_path: Path) -> None:
    base = plan(tmp_path, "/run/netns/x")
    trace = Trace(id="gc", series="s", verb="GC", network=base.network, attachment=base.attachment, place="node")
    with pytest.raises(InputError, match="release what pods still use"):
        plan_rerun(trace, 0, (), "in-place", ("/x",), "/y")
    kept = replace(trace, verb="ADD")
    assert not plan_rerun(kept, 0, (), "in-place", ("/x",), "/y").plan.keeps_cache
    assert plan_rerun(kept, 0, (), "materialise", ("/x",), "/y").plan.keeps_cache


@needs_root
@needs_namespaces
def test_link_and_those_behind_it_run_in_the_pod_itself(tmp_path: Path) -> None:
    """The host is one that the test makes; libcni's cache there stays as it was."""
    for name in ("one", "three"):
        plugin(tmp_path / "bin", name, ANSWERS)
    plugin(tmp_path / "bin", "two", ANSWERS)
    conf, cache = conflist(tmp_path, {"type": "one"}, {"type": "two"}, {"type": "three"}), tmp_path / "cache"
    script = _HOST.format(
        run=f"{sys.executable} -m app",
        conf=conf,
        cache=cache,
        bin=tmp_path / "bin",
        folder=tmp_path,
        edit="--set /prevResult/ips/0/address='\"10.1.0.9/16\"'",
    )
    command = ["unshare", "--net", "--mount", "--propagation", "private", "sh", "-c", script]
    env = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "CNISTEP_STATE_DIR": str(tmp_path / "state")}
    done = subprocess.run(command, capture_output=True, env=env, check=False, text=True)
    assert "code 0" in done.stderr, done.stderr
    assert "this runs on the real host, in the pod itself" in done.stderr
    (trace,) = read_file(tmp_path / "two.json")
    assert trace.branch_of is not None and (trace.place, trace.branch_of.how) == ("netns", "in-place")
    assert [call.plugin for call in trace.calls] == ["two", "three"]
    assert b"10.1.0.9/16" in trace.calls[0].stdin and RESULT.encode()[-30:] in trace.calls[1].stdin
    assert (tmp_path / "before").read_bytes() == (tmp_path / "after").read_bytes()
