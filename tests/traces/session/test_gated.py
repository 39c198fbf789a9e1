"""Runs with their gate: real plugins and stand-ins stepped, and the kernel looked at around delegates."""

import json
from pathlib import Path

import pytest

from tests.support.chains import ANSWERS, BRIDGE, FAILS, RESULT, scripts
from tests.support.cli import conflist
from tests.support.needs import PLUGIN_DIR, needs_namespaces, needs_plugins
from tests.support.sandbox_namespace import in_own_namespaces
from tests.support.stepping import Stepped, into, out, over, skip, step
from traces import Attachment, Session, load_file
from traces.errors import PlaceError
from traces.kernel.difference import How
from traces.model.answer import Answer
from traces.model.trace import Trace
from traces.runner.sandbox import Sandbox
from traces.session.breakpoints import Breakpoints
from traces.session.demos import find_demo
from traces.session.goals import Mode
from traces.session.observing import MOST_DELEGATES
from traces.session.stepper import Stepper
from traces.timeline.kernel_moments import snapshots_around
from traces.timeline.kernel_steps import kernel_step

pytestmark = needs_namespaces
PORTS = {"portMappings": [{"hostPort": 18080, "containerPort": 80, "protocol": "tcp"}]}
POD = Attachment(container_id="c0ffee", netns="/run/netns/pod", capability_args=PORTS)
BARE = Attachment(container_id="c0ffee", netns="/run/netns/pod")
CHAIN = (BRIDGE, {"type": "portmap", "capabilities": {"portMappings": True}})


def links() -> Stepper:
    """Holds every link's call."""
    return Stepper(mode=Mode.LINKS)


def calls() -> Stepper:
    """Holds every call."""
    return Stepper(mode=Mode.CALLS)


def run_demo(name: str, verbs: tuple[str, ...], state: Path) -> list[Stepped]:
    """A bundled chain of stand-ins, into every call of each verb."""
    demo, found = find_demo(name), []
    with Session(sandbox=True, files=demo.files, simulate="all", state_dir=state) as session:
        for verb in verbs:
            stepper = calls()
            events = session.follow(verb, demo.network, BARE, stepper=stepper)
            found.append(step(events, stepper, then=into))
    return found


@pytest.mark.parametrize(
    ("demo", "verbs", "stops"),
    [
        (
            "flannel",
            ("ADD", "DEL"),
            [["flannel", "bridge", "host-local", "calico"], ["calico", "flannel", "bridge", "host-local"]],
        ),
        (
            "multus",
            ("ADD", "CHECK", "DEL"),
            [
                ["multus", "loopback", "calico", "calico-ipam"],
                ["multus", "loopback", "calico"],
                ["multus", "calico", "calico-ipam", "loopback"],
            ],
        ),
    ],
)
def test_stand_ins_are_stepped_into(tmp_path: Path, demo: str, verbs: tuple[str, ...], stops: list[list[str]]) -> None:
    found = run_demo(demo, verbs, tmp_path)
    assert [stepped.stops for stepped in found] == stops
    assert [stepped.trace.error for stepped in found] == [None] * len(verbs)


@needs_plugins
def test_real_plugins_are_stepped_through_add_and_del(tmp_path: Path) -> None:
    network, stepper = load_file(str(conflist(tmp_path, *CHAIN))), calls()
    with Session(plugin_dirs=[PLUGIN_DIR], state_dir=tmp_path / "state", sandbox=True) as session:
        add = step(session.follow("ADD", network, POD, stepper=stepper), stepper, then=into)
        delete = step(session.follow("DEL", network, POD, stepper=stepper), stepper, then=into)
    assert add.stops == ["bridge", "host-local", "portmap"]
    assert delete.stops == ["portmap", "bridge", "host-local"]
    assert (add.trace.error, delete.trace.error) == (None, None)
    assert [note for note in delete.trace.notes if note.startswith("LEFT BEHIND")] == []


@needs_plugins
def test_the_ipam_is_answered_for_and_bridge_configures_that(tmp_path: Path) -> None:
    network, stepper = load_file(str(conflist(tmp_path, BRIDGE))), links()
    own = b'{"cniVersion":"1.0.0","ips":[{"address":"10.77.0.9/24","gateway":"10.77.0.1"}]}'
    with Session(plugin_dirs=[PLUGIN_DIR], state_dir=tmp_path / "state", sandbox=True) as session:
        add = step(
            session.follow("ADD", network, POD, stepper=stepper),
            stepper,
            into,
            lambda stepper: stepper.answer(stepper.held[0].call, Answer(stdout=own)),
        ).trace
        address = session.place.sandbox.run(("ip", "-n", "pod", "-o", "-4", "addr", "show", "eth0")).stdout
    assert add.error is None and b"10.77.0.9/24" in address
    assert add.notes == ("host-local, called by link 0, bridge, answered by hand with a result",)


@needs_plugins
def test_a_skipped_portmap_leaves_no_rules(tmp_path: Path) -> None:
    network, stepper = load_file(str(conflist(tmp_path, *CHAIN))), links()
    with Session(plugin_dirs=[PLUGIN_DIR], state_dir=tmp_path / "state", sandbox=True) as session:
        add = step(session.follow("ADD", network, POD, stepper=stepper), stepper, over, skip).trace
        rules = session.place.sandbox.run(("iptables-save",)).stdout
    assert add.error is None and b"18080" not in rules
    assert json.loads(add.result or b"")["ips"][0]["address"] == "10.88.0.2/16"


@needs_plugins
def test_a_delegate_has_its_own_changes_and_its_caller_the_others(tmp_path: Path) -> None:
    network = load_file(str(conflist(tmp_path, *CHAIN)))
    with Session(plugin_dirs=[PLUGIN_DIR], state_dir=tmp_path / "state", sandbox=True, snapshots="deep") as session:
        add = session.run("ADD", network, POD)
        kept = session.library.open(add.id)
    bridge, ipam, portmap = (kernel_step(add, call.id) for call in add.calls)
    # The kernel may raise the cable's state a moment after bridge has asked for it: that is in whoever's call it falls.
    assert {change.kind for change in ipam.own_changes if change.how is not How.CHANGED} == {"reservation"}
    assert "reservation" not in {change.kind for change in bridge.own_changes}
    assert {"link", "address"} <= {change.kind for change in bridge.own_changes}
    assert (bridge.delegated_changes, bridge.delegates) == (ipam.own_changes, ("host-local",))
    assert {change.kind for change in portmap.own_changes} == {"netfilter"}
    assert snapshots_around(add, "3")[0] is snapshots_around(add, "1")[1]
    assert kept.snapshots == add.snapshots


def many(folder: Path, count: int) -> Session:
    """A session with a plugin that calls another one so many times."""
    calls = '"${CNI_PATH%%:*}/inner" </tmp/in >/dev/null'
    loop = f"cat >/tmp/in; i=0; while [ $i -lt {count} ]; do {calls}; i=$((i+1)); done"
    ends = f"[ \"$CNI_COMMAND\" = ADD ] && printf '%s' '{RESULT}'\nexit 0"
    binaries = scripts(folder / "bin", outer=f"{loop}\n{ends}", inner=ANSWERS)
    return Session(plugin_dirs=[binaries], state_dir=folder / "state", sandbox=True, simulate="none", snapshots="deep")


def run_many(folder: Path, count: int) -> Trace:
    """A run of it."""
    network = load_file(str(conflist(folder, {"type": "outer"})))
    with many(folder, count) as session:
        return session.run("ADD", network, POD)


@needs_plugins
def test_a_caller_waits_for_no_look_that_nobody_asked_for(tmp_path: Path) -> None:
    network = load_file(str(conflist(tmp_path, *CHAIN)))
    with Session(plugin_dirs=[PLUGIN_DIR], state_dir=tmp_path / "state", sandbox=True) as session:
        add = session.run("ADD", network, POD)
    assert {moment.call for moment in add.snapshots} == {None, *(call.id for call in add.calls if call.parent is None)}


def test_of_very_many_delegates_only_the_first_are_looked_at(tmp_path: Path) -> None:
    trace = run_many(tmp_path, MOST_DELEGATES + 5)
    seen = {moment.call for moment in trace.snapshots if moment.when == "before"} - {None}
    assert len(seen) == MOST_DELEGATES
    assert [call.parent for call in trace.calls] == [None] + ["1"] * (MOST_DELEGATES + 5)
    assert trace.notes == (f"the kernel was looked at around the first {MOST_DELEGATES} delegate calls only",)
    assert len({id(moment.snapshot) for moment in trace.snapshots}) == 1


def test_who_looks_around_between_verbs_waits_for_nobody(tmp_path: Path) -> None:
    network, stepper = load_file(str(conflist(tmp_path, {"type": "one"}))), links()
    binaries = scripts(tmp_path / "bin", one=ANSWERS)
    with Session(plugin_dirs=[binaries], state_dir=tmp_path / "state", sandbox=True, simulate="none") as session:
        step(session.follow("ADD", network, POD, stepper=stepper), stepper, then=over)
        sandbox: Sandbox = session.place.sandbox
        done = sandbox.run((f"{binaries}/one",), b"{}", (*sandbox.environment, "CNI_COMMAND=ADD"))
    assert done.stdout == RESULT.encode()


def test_a_place_without_a_gate_says_so_where_one_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("traces.session.place.Place.gate", "")
    network = load_file(str(conflist(tmp_path, {"type": "one"})))
    binaries = scripts(tmp_path / "bin", one=ANSWERS)
    with Session(plugin_dirs=[binaries], state_dir=tmp_path / "state", sandbox=True, simulate="none") as session:
        assert session.run("ADD", network, POD).error is None
        with pytest.raises(PlaceError, match=r"calls can't be held: .* is too long a path for a socket"):
            session.run("ADD", network, POD, stepper=links())


class Failing:
    """A trace of a DEL that failed at the middle one of three links."""

    def __init__(self, folder: Path) -> None:
        """Record it."""
        fails = f'if [ "$CNI_COMMAND" = DEL ]; then {FAILS}\nfi\n{ANSWERS}'
        self.binaries = scripts(folder / "bin", one=ANSWERS, two=fails, three=ANSWERS)
        network = load_file(str(conflist(folder, {"type": "one"}, {"type": "two"}, {"type": "three"})))
        self.session = Session(plugin_dirs=[self.binaries], state_dir=folder / "state", sandbox=True, simulate="none")
        self.session.run("ADD", network, POD)
        self.trace = self.session.run("DEL", network, POD)


@pytest.fixture
def failing(tmp_path: Path) -> Failing:
    """It."""
    return Failing(tmp_path)


@pytest.mark.parametrize(("how", "stops"), [("materialise", ["two", "one"]), ("first", ["two", "one"])])
def test_a_failing_del_is_stepped_from_its_link(failing: Failing, how: str, stops: list[str]) -> None:
    stepper = links()
    with failing.session as session:
        events = session.follow_rerun(failing.trace, 1, (), how, stepper=stepper)
        stepped = step(events, stepper, skip, then=over)
    assert failing.trace.error_code == 11
    assert stepped.stops == stops
    assert stepped.trace.error is None
    assert "link 1, two, skipped by hand" in stepped.trace.notes
    assert stepped.trace.branch_of and stepped.trace.branch_of.trace == failing.trace.id


def test_breakpoints_hold_what_runs_before_the_link_too(failing: Failing) -> None:
    stepper = Stepper(breakpoints=Breakpoints("plugin=three"))
    with failing.session as session:
        stepped = step(session.follow_rerun(failing.trace, 1, (), "first", stepper=stepper), stepper)
    assert stepped.stops == ["three"]


def test_out_of_a_delegate_of_a_delegate_holds_further_out(tmp_path: Path) -> None:
    demo, stepper = find_demo("flannel"), links()
    with Session(sandbox=True, files=demo.files, simulate="all", state_dir=tmp_path) as session:
        events = session.follow("ADD", demo.network, BARE, stepper=stepper)
        stepped = step(events, stepper, into, into, out)
    assert stepped.stops == ["flannel", "bridge", "host-local", "calico"]


IN_PLACE = """
import os, subprocess
from pathlib import Path
from tests.support.sandbox_namespace import in_own_namespaces
from tests.support.stepping import over, step
from traces import Attachment, Session, load_file
from traces.session.goals import Mode
from traces.session.stepper import Stepper
subprocess.run("mount -t tmpfs tmpfs /run && ip netns add pod", shell=True, check=True)
pod = Attachment(container_id="c0ffee", netns="/run/netns/pod")
def change(stepper):
    held = stepper.held[0]
    stepper.release(held.call, environment=(*held.environment, b"MINE=yes"))
with Session(plugin_dirs=[{bin!r}], cache_dir={cache!r}, state_dir={state!r}) as session:
    stepper = Stepper(mode=Mode.LINKS)
    add = step(session.follow("ADD", load_file({conf!r}), pod, stepper=stepper), stepper, then=over)
    events = session.follow_rerun(add.trace, 1, (), "in-place", stepper=stepper, environment=(b"CNI_COMMAND=ADD",))
    again = step(events, stepper, change)
print(add.stops, again.stops, again.trace.place, again.trace.error)
print(again.trace.calls[0].stderr, [note for note in again.trace.notes if "by hand" in note])
"""


def test_reruns_in_place_are_stepped_too(tmp_path: Path) -> None:
    shows = f'echo "$MINE $CNI_CONTAINERID" >&2\n{ANSWERS}'
    binaries = scripts(tmp_path / "bin", one=ANSWERS, two=shows)
    conf = conflist(tmp_path, {"type": "one"}, {"type": "two"})
    given = {"bin": binaries, "cache": tmp_path / "cache", "state": tmp_path / "state", "conf": conf}
    said = in_own_namespaces(IN_PLACE.format(**{name: str(path) for name, path in given.items()}))
    assert said.splitlines() == [
        "['one', 'two'] ['two'] netns None",
        "b'yes \\n' ['environment of link 1, two, edited by hand: set MINE']",
    ]
