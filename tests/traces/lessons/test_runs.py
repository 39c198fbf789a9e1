"""Runs are told in words that tell them apart, and no longer than that takes."""

from pathlib import Path

import pytest

from tests.support.lessons import BRIDGE, TUNING, own_lesson
from traces.lessons.runs import Runs, happens, put_in, run_words, spec_of

ADD, STEP = '[[run]]\nverb = "ADD"\n', '[[step]]\nid = "one"\nkind = "next"\nafter = 0\n'
AGAIN = '[[run]]\nname = "again"\nverb = "ADD"\n'


def lesson_of(folder: Path, toml: str) -> Runs:
    """A lesson that has not run."""
    return Runs(lesson=own_lesson(folder, BRIDGE, TUNING, toml=toml + STEP), traces={})


def test_a_verb_that_runs_once_needs_no_name(tmp_path: Path) -> None:
    assert run_words(lesson_of(tmp_path, ADD), "add") == "ADD"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("", "ADD (run «again»)"),
        ('faults = ["1:ADD:error"]\n', "ADD"),
        ('container = "77aa"\n', "ADD for the pod web-1"),
        ('as = "crio"\n', "ADD by crio"),
    ],
)
def test_another_one_is_told_by_what_differs(more: str, told: str, tmp_path: Path) -> None:
    assert run_words(lesson_of(tmp_path, ADD + AGAIN + more), "again") == told


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("1:ADD:error=7,no", "tuning (link 1) is made to answer error 7"),
        ("1:ADD:exit=3", "tuning (link 1) is made to exit with 3, and to say why on stderr only"),
        ("1:ADD:missing", "tuning (link 1) is in no plugin folder"),
        ("host-local:ADD:signal=KILL", "host-local is made to die by SIGKILL"),
    ],
)
def test_faults_are_told_in_words(fault: str, told: str, tmp_path: Path) -> None:
    runs = lesson_of(tmp_path, f'{ADD}faults = ["{fault}"]\n')
    assert happens(runs, "add") == f"ADD runs; {told}."
    assert put_in(runs, "add") == f"ADD runs; {told}. "


def test_a_fault_of_another_verb_is_told_with_it(tmp_path: Path) -> None:
    runs = lesson_of(tmp_path, '[[run]]\nverb = "GC"\nfaults = ["1:DEL:hang"]\n')
    assert happens(runs, "gc") == "GC runs; tuning (link 1) is made to read its input and never to end, on DEL."


def test_the_policy_is_told_where_it_is_not_libcnis(tmp_path: Path) -> None:
    runs = lesson_of(tmp_path, ADD + '[[run]]\nverb = "DEL"\npolicy = "continue"\n')
    assert happens(runs, "del") == "DEL runs. The policy is «continue»."
    assert (happens(runs, "add"), put_in(runs, "add")) == ("ADD runs.", "")


def test_another_container_is_another_pod(tmp_path: Path) -> None:
    runs = lesson_of(tmp_path, ADD + AGAIN + 'container = "77aa"\n' + AGAIN.replace("again", "back"))
    pods = [dict(spec_of(runs, name).attachment.args)["K8S_POD_NAME"] for name in ("add", "again", "back")]
    assert pods == ["web-0", "web-1", "web-0"]
