"""What the bundled lessons claim is what their runs show: recorded, and with every plugin simulated."""

import pytest

from tests.support.lessons import run_with_stand_ins, tasks_of
from tests.support.needs import needs_namespaces
from traces.errors import InputError
from traces.lessons.kinds.left import THINGS
from traces.lessons.kinds.outcome import ENDS
from traces.lessons.kinds.table import question_of
from traces.lessons.lesson import Lesson
from traces.lessons.load import bundled
from traces.lessons.runs import Runs
from traces.lessons.tasks import ChainTask
from traces.session.lesson_runs import LessonRuns
from traces.store.archive import read_file

LESSONS = bundled()
IDS = [lesson.id for lesson in LESSONS]
TASKS = {lesson.id: lesson for lesson in LESSONS if any(step.kind in ("edit", "chain") for step in lesson.all_steps)}
MENDED = {"conflist", "ipam", "del", "merging", "capabilities", "missing", "order", "stale-cache", "runtimes", "drift"}
"""The lessons in which a chain is to be mended."""
SHORT = {words: thing for thing, words in THINGS.items()} | {words: end for end, (words, _) in ENDS.items()}
CLAIMS: dict[str, dict[str, str]] = {
    "conflist": {
        "first": "bridge",
        "delegate": "host-local",
        "second": "bandwidth",
        "name": "shop",
        "others": "nothing stands there",
        "quiz-version": "1.0.0",
        "quiz-over": "nobody: this was all",
    },
    "prevresult": {
        "first": "none at all",
        "second": "what bridge answered",
        "mac": "c2:11:22:33:44:55",
        "third": "what tuning answered",
        "addresses": "1",
        "quiz-mac": "c2:11:22:33:44:55",
        "quiz-gateway": "10.22.0.1",
    },
    "merging": {
        "loopback": "127.0.0.1/8",
        "given": "what loopback answered",
        "kept": "nothing stands there",
        "third": "what bridge answered",
        "count": "1",
        "quiz-count": "3",
        "quiz-interface": "cni0",
    },
    "capabilities": {
        "told": "1",
        "not-declared": "nothing stands there",
        "false": "nothing stands there",
        "outcome": "well",
        "quiz-rate": "2000000",
    },
    "ipam": {
        "who": "host-local",
        "stdin": "cni0",
        "address": "10.22.0.2/30",
        "interfaces": "nothing stands there",
        "whose": "bridge",
        "quiz-last": "nobody: this was all",
        "quiz-gateway": "10.22.0.1",
    },
    "del": {
        "made": "cache; pod-interface; host-end; bridge; reservation",
        "first": "bandwidth",
        "cached": "the whole chain's result of ADD, from the cache",
        "same": "the whole chain's result of ADD, from the cache",
        "delegate": "host-local",
        "gone": "bridge",
        "quiz-second": "tuning",
        "quiz-answer": "nothing stands there",
    },
    "del-fails": {
        "stops": "stops",
        "leaks": "cache; pod-interface; host-end; bridge; reservation",
        "retry": "well",
        "clean": "bridge",
        "continues": "goes-on",
        "less": "cache; bridge",
        "quiz-cached": "the whole chain's result of ADD, from the cache",
        "quiz-on": "tuning",
    },
    "missing": {
        "first": "bridge",
        "outcome": "stops",
        "half": "pod-interface; host-end; bridge; reservation",
        "del": "at-once",
        "stuck": "pod-interface; host-end; bridge; reservation",
        "installed": "bridge",
        "quiz-prev": "none at all",
        "quiz-next": "nobody: this was all",
    },
    "order": {
        "first": "none at all",
        "outcome": "stops",
        "left": "nothing of all this",
        "cleanup": "bridge",
        "told": "what bridge answered",
        "mac": "c2:11:22:33:44:55",
        "quiz-who": "tuning",
        "quiz-called": "tuning",
    },
    "pending": {
        "outcome": "stops",
        "half": "pod-interface; host-end; bridge; reservation",
        "cleanup": "none at all",
        "clean": "bridge",
        "code": "0",
        "address": "10.22.0.4/24",
        "quiz-stop": "nobody: this was all",
        "quiz-next": "bandwidth",
    },
    "stale-cache": {
        "first": "tuning",
        "address": "10.22.0.2/24",
        "ipam": "static",
        "leak": "bridge; reservation",
        "quiz-prev": "the whole chain's result of ADD, from the cache",
    },
    "runtimes": {
        "containerd-first": "tuning",
        "containerd-left": "bridge; reservation",
        "crio-first": "bandwidth",
        "crio-ipam": "host-local",
        "crio-left": "bridge",
        "quiz-containerd": "static",
        "quiz-crio": "the whole chain's result of ADD, from the cache",
    },
    "flannel": {
        "mtu": "1450",
        "masq": "false",
        "subnet": "10.244.1.0/24",
        "bridge": "cni0",
        "policy": "what flannel answered",
        "kept": "nothing stands there",
        "quiz-last": "cilium-cni",
        "quiz-del": "flannel",
    },
    "multus": {
        "inner": "calico",
        "second": "portmap",
        "ifname": "net1",
        "begin": "nothing stands there",
        "told": "1",
        "reverse": "bridge",
        "quiz-inner": "portmap",
        "quiz-ifname": "net1",
    },
    "verbs": {
        "status": "bridge",
        "check-first": "bridge",
        "check-prev": "the whole chain's result of ADD, from the cache",
        "check-fails": "stops",
        "gc-first": "DEL",
        "gc-who": "5f3a9c0de1b24c7f8e60",
        "gc-told": "2",
        "quiz-gc": "bridge",
        "quiz-check": "nobody: this was all",
    },
    "drift": {
        "address": "10.23.0.2/24",
        "next-a": "tuning",
        "next-b": "bandwidth",
        "outcome": "well",
        "mac": "c2:11:22:33:44:55",
        "quiz-a": "what tuning answered",
        "quiz-b": "what bridge answered",
    },
}
"""What the texts around the questions rely on: the right answer of each step."""


def recorded(lesson: Lesson) -> Runs:
    """Its recording."""
    names = [run.name for run in lesson.runs]
    return Runs(lesson=lesson, traces=dict(zip(names, read_file(lesson.recording), strict=True)), live=False)


def accepted(runs: Runs) -> dict[str, str]:
    """What is accepted at each step, in short words."""
    asked = [(step.id, question_of(step, runs, "1")) for step in runs.lesson.all_steps]
    return {
        name: "; ".join(SHORT.get(choice.text, choice.text) for choice in question.right)
        for name, question in asked
        if question is not None
    }


def claimed(lesson: Lesson) -> dict[str, str]:
    """The same, as it is claimed."""
    return CLAIMS[lesson.id]


@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_the_recording_bears_the_claims_out(lesson: Lesson) -> None:
    assert accepted(recorded(lesson)) == claimed(lesson)


@needs_namespaces
@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_a_run_with_stand_ins_bears_them_out(lesson: Lesson) -> None:
    assert accepted(run_with_stand_ins(lesson)) == claimed(lesson)


@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_the_recording_is_of_the_lessons_own_chains(lesson: Lesson) -> None:
    adds = [(spec, trace) for spec, trace in zip(lesson.runs, read_file(lesson.recording), strict=True)]
    assert [trace.network.raw for spec, trace in adds if spec.verb == "ADD"] == [
        spec.network.raw for spec, _ in adds if spec.verb == "ADD"
    ]


def test_these_lessons_have_a_chain_to_be_mended() -> None:
    assert {lesson.id for lesson in LESSONS if any(step.kind == "chain" for step in lesson.all_steps)} == MENDED


@needs_namespaces
@pytest.mark.parametrize("lesson", TASKS.values(), ids=TASKS)
def test_a_task_is_done_by_its_solution_and_by_nothing_less(lesson: Lesson) -> None:
    with LessonRuns(lesson, simulate="all") as made:
        for task in tasks_of(lesson, made.runs()):
            assert not made.attempt(task).done
            solved = made.attempt(task, task.solution)
            assert solved.done, solved.evidence
            if isinstance(task, ChainTask):
                assert_no_plugin_may_go(made, task, solved.trace.network.raw.decode())
                with pytest.raises(InputError, match=r"^chain.conflist: error parsing .* list: no plugins in list"):
                    made.attempt(task, ["/plugins=[]"])


def assert_no_plugin_may_go(made: LessonRuns, task: ChainTask, solved: str) -> None:
    """Whoever takes another plugin in the place of one that has to be called has not done it."""
    assert task.keep
    for kept in task.keep:
        attempt = made.attempt(task, text=solved.replace(f'"type": "{kept}"', '"type": "sbr"'))
        assert not attempt.done
        assert f"{kept} is not called, and has to be." in attempt.evidence
