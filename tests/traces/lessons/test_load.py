"""Lessons are read from their folders, and what is wrong in one is told in one line."""

import re
from pathlib import Path

import pytest

from tests.support.lessons import BRIDGE, own_lesson, write_lesson
from traces.errors import ConfigError, InputError
from traces.lessons.load import bundled, find_lesson, load_lesson

ADD = '[[run]]\nverb = "ADD"\n'
STEP = '[[step]]\nid = "one"\nkind = "next"\nafter = 0\n'


def test_the_bundled_lessons_have_names_of_their_own() -> None:
    lessons = bundled()
    assert len(lessons) == 16
    assert len({lesson.id for lesson in lessons}) == len(lessons)
    assert all(lesson.steps and lesson.quiz and lesson.intro and lesson.closing for lesson in lessons)


def test_every_bundled_step_has_a_text_and_a_hint_or_is_plain() -> None:
    bare = [f"{lesson.id} {step.id}" for lesson in bundled() for step in lesson.steps if not step.text.before]
    assert bare == []


def test_every_bundled_lesson_has_its_recording() -> None:
    assert [lesson.id for lesson in bundled() if not lesson.recording.is_file()] == []


def test_a_lesson_is_found_by_number_and_name(tmp_path: Path) -> None:
    assert find_lesson("1")[1].id == find_lesson("conflist")[0] == "conflist"
    folder = write_lesson(tmp_path / "ours", BRIDGE, toml=ADD + STEP)
    assert find_lesson(str(folder)) == (str(folder), load_lesson(folder))


def test_an_unknown_lesson_names_those_there_are() -> None:
    with pytest.raises(InputError, match=r"^99: no such lesson, .* there is 1 to 16: conflist, prevresult"):
        find_lesson("99")


@pytest.mark.parametrize(
    ("toml", "told"),
    [
        ("", "run: expected at least one, written [[run]]"),
        ("[[run]]\nverb = 'PUT'\n", "run 1: verb: expected one of ADD, CHECK, DEL, GC, STATUS"),
        (f"{ADD}polcy = 'x'\n", "run 1: polcy: there is no such field here"),
        (f"{ADD}faults = 'x'\n", "run 1: faults: expected a list of texts"),
        (f"{ADD}fresh = 1\n", "run 1: fresh: expected true or false"),
        (f"{ADD}[[step]]\nid = 'a'\nkind = 'guess'\n", "step 1: kind: expected one of next, prev-result, value"),
        (f"{ADD}[[step]]\nid = 'a'\nkind = 'next'\nafter = -1\n", "step 1: after: expected a whole number from 0"),
        (f"{ADD}{STEP}run = 'del'\n", "step 1: run: expected one of add"),
        (f"{ADD}{STEP}link = 1\n", "step 1: link: there is no such field here"),
        (f"{ADD}{STEP}{STEP}", "two steps have the id one: expected one each"),
        ("chain = \n", "lesson.toml: not TOML: "),
    ],
)
def test_what_is_wrong_is_told_with_its_place(toml: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=re.escape(told)) as refused:
        own_lesson(tmp_path, BRIDGE, toml=toml)
    assert str(refused.value).startswith(f"{tmp_path}/lesson.toml: ")
    assert "\n" not in str(refused.value)


def test_a_text_for_no_step_is_refused(tmp_path: Path) -> None:
    write_lesson(tmp_path, BRIDGE, toml=ADD + STEP, text="Hello.\n\n## two\nText.\n")
    with pytest.raises(InputError, match=r"text\.md: ## two: there is no step of that id in lesson\.toml"):
        load_lesson(tmp_path)


def test_a_folder_without_a_lesson_says_what_one_is(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"lesson\.toml: No such file or directory: a lesson is a folder with"):
        load_lesson(tmp_path)


def test_a_broken_chain_is_refused(tmp_path: Path) -> None:
    write_lesson(tmp_path, BRIDGE, toml=ADD + STEP)
    (tmp_path / "chain.conflist").write_text("{")
    with pytest.raises(ConfigError):
        load_lesson(tmp_path)


def test_a_new_sandbox_may_be_of_the_same_pod(tmp_path: Path) -> None:
    other = '[[run]]\nname = "{0}"\nverb = "ADD"\ncontainer = "{0}"\n'
    toml = ADD + other.format("aa") + 'pod = "web-0"\n' + other.format("bb") + other.format("bb").replace("bb", "b2", 1)
    lesson = own_lesson(tmp_path, BRIDGE, toml=toml + STEP)
    pods = [dict(run.attachment.args)["K8S_POD_NAME"] for run in lesson.runs]
    assert pods == ["web-0", "web-0", "web-2", "web-2"]
