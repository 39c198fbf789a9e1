"""What a mended chain is to come to is held to its run, and to what the runs before it left."""

from collections.abc import Sequence
from pathlib import Path

from tests.support.lessons import BANDWIDTH, BRIDGE, TUNING, own_lesson
from tests.support.needs import needs_namespaces
from traces.lessons.kinds.chain import chain_task
from traces.lessons.tasks import Attempt
from traces.session.lesson_runs import LessonRuns

ADD = '[[run]]\nverb = "ADD"\n'
STEP = '[[step]]\nid = "mend"\nkind = "chain"\nsolution = ["/plugins/1<->/plugins/2"]\n'
ORDER = 'keep = ["bridge", "tuning", "bandwidth"]\nin_order = true\n'
STAYS = 'outcome = "well"\nstays = ["result /ips/0/address", "plugin tuning stdin /mtu"]\n'
MISPLACED = BRIDGE, BANDWIDTH, TUNING


def tried(folder: Path, toml: str, tries: Sequence[Sequence[str]]) -> list[Attempt]:
    """What comes of assignments to the only step of a lesson over the chain with its last two links changed over."""
    lesson = own_lesson(folder, *MISPLACED, toml=toml)
    with LessonRuns(lesson, simulate="all") as made:
        task = chain_task(lesson.steps[0], made.runs())
        return [made.attempt(task, assignments) for assignments in tries]


def prompt(folder: Path, toml: str) -> str:
    """How that step puts its task."""
    lesson = own_lesson(folder, *MISPLACED, toml=toml)
    with LessonRuns(lesson, simulate="all") as made:
        return chain_task(lesson.steps[0], made.runs()).prompt


@needs_namespaces
def test_the_links_may_be_wanted_in_an_order(tmp_path: Path) -> None:
    wrong, right = tried(tmp_path, ADD + STEP + ORDER, [(), ("/plugins/1<->/plugins/2",)])
    assert (wrong.done, right.done) == (False, True)
    assert (
        wrong.evidence[-1] == "The list has the order bridge, bandwidth, tuning; wanted is bridge, tuning, bandwidth."
    )


@needs_namespaces
def test_a_delegate_has_no_place_in_the_order(tmp_path: Path) -> None:
    toml = ADD + STEP + 'keep = ["host-local", "bridge", "bandwidth"]\nin_order = true\n'
    assert tried(tmp_path, toml, [()])[0].done


@needs_namespaces
def test_what_has_to_stay_is_held_to_the_lessons_run(tmp_path: Path) -> None:
    elsewhere = '/plugins/0/ipam/ranges/0/0/subnet="10.23.0.0/24"'
    same, moved, more = tried(tmp_path, ADD + STEP + STAYS, [(), (elsewhere,), ("/plugins/2/mtu=1400",)])
    assert (same.done, moved.done, more.done) == (True, False, False)
    assert moved.evidence[-1] == (
        "At /ips/0/address in the result of the whole chain: 10.23.0.2/24. It has to stay 10.22.0.2/24."
    )
    assert more.evidence[-1] == "At /mtu in what tuning gets on stdin: 1400. It has to stay nothing."


@needs_namespaces
def test_a_network_of_another_name_leaves_what_the_first_had(tmp_path: Path) -> None:
    toml = f'{ADD}[[run]]\nverb = "DEL"\n{STEP}run = "del"\ngone = ["cache", "reservation"]\n'
    renamed, kept = tried(tmp_path, toml, [('/name="shop2"',), ()])
    assert (renamed.done, kept.done) == (False, True)
    assert [line.rpartition("/")[2] for line in renamed.evidence[-2:]] == [
        "Still there: libcni's cache file for this pod: shop-5f3a9c0de1b24c7f8e60-eth0",
        "10.22.0.2",
    ]


@needs_namespaces
def test_what_another_pod_has_may_stay(tmp_path: Path) -> None:
    other = '[[run]]\nname = "other"\nverb = "ADD"\ncontainer = "77aa00bb11cc"\nnetns = "other"\n'
    toml = f'{other}{ADD}[[run]]\nverb = "DEL"\n{STEP}run = "del"\ngone = ["cache"]\n'
    assert tried(tmp_path, toml, [()])[0].done


@needs_namespaces
def test_the_prompt_tells_what_binds_every_way(tmp_path: Path) -> None:
    told = prompt(tmp_path, f'{ADD}{STEP}ask = "Mend it."\n{ORDER}{STAYS}')
    assert told == (
        "Mend it. Still to be called, in this order: bridge, tuning, bandwidth. To stay as it is: /ips/0/address in "
        "the result of the whole chain; /mtu in what tuning gets on stdin."
    )
