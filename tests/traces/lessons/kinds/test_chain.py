"""Whether a changed conflist does what it should is read from the run with it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.lessons import BANDWIDTH, BRIDGE, TUNING, own_lesson
from tests.support.needs import needs_namespaces
from traces.errors import InputError
from traces.lessons.kinds.chain import chain_task, with_network
from traces.lessons.tasks import Attempt
from traces.session.lesson_runs import LessonRuns

ADD, DEL = '[[run]]\nverb = "ADD"\n', '[[run]]\nverb = "DEL"\n'
STEP = '[[step]]\nid = "mend"\nkind = "chain"\nsolution = ["/plugins/0<->/plugins/1"]\n'
SWAP = "/plugins/0<->/plugins/1"
Tries = Sequence[Sequence[str]]


def tried(folder: Path, *plugins: dict[str, Any], toml: str, tries: Tries) -> list[Attempt]:
    """What comes of assignments to the only step of a lesson over this chain."""
    lesson = own_lesson(folder, *plugins, toml=toml)
    with LessonRuns(lesson, simulate="all") as made:
        task = chain_task(lesson.steps[0], made.runs())
        return [made.attempt(task, assignments) for assignments in tries]


def prompt(folder: Path, *plugins: dict[str, Any], toml: str) -> str:
    """How the only step of a lesson puts its task."""
    lesson = own_lesson(folder, *plugins, toml=toml)
    with LessonRuns(lesson, simulate="all") as made:
        return chain_task(lesson.steps[0], made.runs()).prompt


@needs_namespaces
def test_only_the_run_decides_how_it_ends(tmp_path: Path) -> None:
    wrong, right = tried(tmp_path, TUNING, BRIDGE, toml=ADD + STEP + 'outcome = "well"\n', tries=[(), (SWAP,)])
    assert (wrong.done, right.done) == (False, True)
    assert wrong.evidence[0] == "Links called in this ADD: tuning."
    assert wrong.evidence[-1].startswith('It failed: plugin type="tuning" failed (add)')
    assert right.evidence == ("Links called in this ADD: bridge, then tuning.", "It ended well.")


@needs_namespaces
def test_a_kept_plugin_can_not_be_dropped(tmp_path: Path) -> None:
    toml = ADD + STEP + 'outcome = "well"\nkeep = ["tuning"]\n'
    (dropped,) = tried(tmp_path, TUNING, BRIDGE, toml=toml, tries=[['/plugins/0={"type": "loopback"}']])
    assert not dropped.done
    assert dropped.evidence[-1] == "tuning is not called, and has to be."


@needs_namespaces
def test_a_value_is_looked_for_in_the_new_result(tmp_path: Path) -> None:
    toml = ADD + STEP + 'pointer = "/interfaces/*/mac"\nwanted = \'"c2:00:00:00:00:01"\'\n'
    wrong, right = tried(
        tmp_path, BRIDGE, TUNING, toml=toml, tries=[(), ('/plugins/1/mac="c2:00:00:00:00:01"', "/plugins/0/mtu=1400")]
    )
    assert (wrong.done, right.done) == (False, True)
    assert wrong.evidence[-1].startswith("At /interfaces/*/mac in the result of the whole chain: ")
    assert wrong.evidence[-1].endswith("c2:11:22:33:44:55")


@needs_namespaces
def test_a_value_is_looked_for_in_a_plugins_stdin(tmp_path: Path) -> None:
    toml = '[capabilities]\nmac = "c2:00:00:00:00:02"\n' + ADD + STEP
    toml += 'at = "plugin tuning stdin /runtimeConfig/mac"\nwanted = \'"c2:00:00:00:00:02"\'\n'
    tries = [(), ('/plugins/1/capabilities={"mac": true}', SWAP.replace("1", "2").replace("0", "1"))]
    wrong, right = tried(tmp_path, BRIDGE, TUNING, BANDWIDTH, toml=toml, tries=tries)
    assert (wrong.done, right.done) == (False, True)
    assert wrong.evidence[-1] == "At /runtimeConfig/mac in what tuning gets on stdin: nothing"


@needs_namespaces
def test_what_is_to_be_gone_is_looked_for(tmp_path: Path) -> None:
    toml = ADD + DEL + STEP + 'run = "del"\ngone = ["reservation"]\n'
    static = '{"type": "static", "addresses": [{"address": "10.9.0.5/24"}]}'
    wrong, right = tried(tmp_path, BRIDGE, toml=toml, tries=[(f"/plugins/0/ipam={static}",), ()])
    assert (wrong.done, right.done) == (False, True)
    assert wrong.evidence[-1].startswith("Still there: the reservation of the pod's address: /")


@needs_namespaces
def test_faults_go_with_their_plugins(tmp_path: Path) -> None:
    toml = f'{ADD}faults = ["1:ADD:error=7,no"]\n{STEP}outcome = "well"\n'
    first, second = tried(tmp_path, BRIDGE, TUNING, toml=toml, tries=[('/plugins/-={"type": "loopback"}',), (SWAP,)])
    assert not first.done and '"code": 7' in first.evidence[2]
    assert first.evidence[1] == "Not called: loopback (link 2)."
    assert not second.done and '"code": 7' in second.evidence[2]


@needs_namespaces
def test_faults_may_be_left_out(tmp_path: Path) -> None:
    toml = f'{ADD}faults = ["1:ADD:error=7,no"]\n{STEP}outcome = "well"\nfaults = false\n'
    (attempt,) = tried(tmp_path, BRIDGE, TUNING, toml=toml, tries=[()])
    assert attempt.done


def test_a_fault_of_no_link_stays_as_it_is(tmp_path: Path) -> None:
    toml = f'{ADD}faults = ["host-local:ADD:missing", "tuning:ADD:error"]\n{STEP}outcome = "well"\n'
    spec = own_lesson(tmp_path, BRIDGE, TUNING, toml=toml).runs[0]
    swapped = own_lesson(tmp_path, TUNING, BRIDGE, TUNING, toml=ADD + STEP + 'outcome = "well"\n').runs[0].network
    faults = with_network(spec, swapped).faults
    assert [(fault.plugin, fault.link) for fault in faults] == [("tuning", 0), ("tuning", 2), ("host-local", None)]


@needs_namespaces
def test_the_prompt_is_made_of_what_is_wanted(tmp_path: Path) -> None:
    toml = f'{ADD}faults = ["tuning:ADD:missing"]\n{STEP}'
    toml += 'outcome = "well"\npointer = "/ips/0/address"\nwanted = \'"10.22.0.3/24"\'\nkeep = ["bridge", "tuning"]\n'
    assert prompt(tmp_path, BRIDGE, TUNING, toml=toml) == (
        "ADD runs; tuning (link 1) is in no plugin folder. Change the conflist so that ADD succeeds, and 10.22.0.3/24 "
        "stands at /ips/0/address in the result of the whole chain. Still to be called: bridge, tuning."
    )


@needs_namespaces
def test_a_lesson_may_ask_in_its_own_words(tmp_path: Path) -> None:
    toml = ADD + STEP + 'ask = "Mend it."\noutcome = "well"\nkeep = ["bridge"]\n'
    assert prompt(tmp_path, TUNING, BRIDGE, toml=toml) == "Mend it. Still to be called: bridge."


@needs_namespaces
def test_like_nothing_is_no_wish(tmp_path: Path) -> None:
    toml = ADD + STEP + 'pointer = "/ips"\nlike = "add result /routes/7"\n'
    with pytest.raises(InputError, match="like: nothing stands there"):
        prompt(tmp_path, BRIDGE, toml=toml)


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ("", "outcome: expected what is wanted"),
        ('outcome = "good"\n', "outcome: expected one of well, stops, goes-on, at-once"),
        ('pointer = "/ips"\n', "wanted: expected with a pointer or at"),
        ("wanted = '1'\n", "wanted: expected with a pointer or at"),
        ("pointer = \"/ips\"\nwanted = 'x'\n", "wanted: 'x': expected JSON"),
        ("pointer = \"ips\"\nwanted = '1'\n", "pointer: expected a JSON Pointer"),
        ("at = \"stdin /x\"\nwanted = '1'\n", "at, behind the run: 'add stdin /x': expected RUN link N"),
        ('at = "result /x"\npointer = "/x"\nwanted = \'1\'\n', "at: expected a place, or a pointer"),
        ('gone = ["pods"]\n', "gone: expected of these: cache, "),
        ('stays = ["ips"]\n', "stays, behind the run: 'add ips': expected RUN link N"),
        ('outcome = "well"\nin_order = 1\n', "in_order: expected true or false"),
        ('outcome = "well"\nlink = 1\n', "link: there is no such field here"),
    ],
)
def test_a_step_that_makes_no_sense_is_refused(fields: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        own_lesson(tmp_path, BRIDGE, toml=ADD + STEP + fields)
    assert f"step 1: {complaint}" in str(refused.value)


def test_a_step_without_a_solution_is_refused(tmp_path: Path) -> None:
    step = '[[step]]\nid = "mend"\nkind = "chain"\noutcome = "well"\n'
    with pytest.raises(InputError, match="step 1: solution: expected one way to do it"):
        own_lesson(tmp_path, BRIDGE, toml=ADD + step)
