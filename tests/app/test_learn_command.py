"""``cnistep learn`` on the command line."""

import json
from pathlib import Path

import pytest

from tests.support.cli import cnistep
from tests.support.lessons import BRIDGE, TUNING, write_lesson
from tests.support.needs import needs_namespaces
from traces.lessons.load import bundled

OWN = (
    'simulate = "all"\n[[run]]\nverb = "ADD"\n'
    '[[step]]\nid = "one"\nkind = "next"\nafter = 0\n'
    '[[step]]\nid = "two"\nkind = "next"\nafter = 1\n'
)


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    """A lesson of one's own."""
    text = "Ours.\n\n## one\nBegin.\n\n---\nGood.\n\n## end\nThat is it.\n"
    return write_lesson(tmp_path / "ours", BRIDGE, TUNING, toml=OWN, text=text)


def test_the_list_names_all_lessons() -> None:
    ran = cnistep("learn", "--list")
    assert [line.split()[:2] for line in ran.stdout.splitlines()] == [
        [str(number), lesson.id] for number, lesson in enumerate(bundled(), 1)
    ]
    assert max(map(len, ran.stdout.splitlines())) <= 80


def test_the_list_is_a_document_too() -> None:
    document = cnistep("learn", "--list", "--json").document
    assert document["schema_version"] == 1
    assert document["lessons"][0] == {
        "id": "conflist",
        "title": "What a conflist is",
        "goal": "Read a conflist, and say who will be called, and with what.",
        "steps": 8,
        "passed": 0,
    }


@needs_namespaces
def test_a_lesson_of_ones_own_is_taken_and_taken_up(ours: Path) -> None:
    first = cnistep("learn", ours, stdin=b"tuning\nbridge\n")
    assert (first.code, "No: tuning." in first.stdout, "Yes: bridge." in first.stdout) == (0, True, True)
    assert "Good." in first.stdout
    assert f"«cnistep learn {ours}» takes it up where you are." in first.stdout.replace("\n", " ")
    second = cnistep("learn", ours, stdin=b"host-local\n")
    assert "Taken up: 1 of 2 steps are passed." in second.stdout
    assert second.stdout.rstrip().endswith("That is it.\n\n\nThis was the lesson «Our chain».")
    again = cnistep("learn", ours, "--again", stdin=b"")
    assert "Taken up" not in again.stdout


@needs_namespaces
def test_without_a_name_it_is_the_first_unfinished(tmp_path: Path) -> None:
    assert cnistep("learn").stdout.startswith("What a conflist is\n")


@needs_namespaces
def test_progress_shows_in_the_list() -> None:
    cnistep("learn", "1", stdin=b"bridge\nq\n")
    assert cnistep("learn", "--list").stdout.splitlines()[0].endswith(" 1 of 8")


@needs_namespaces
def test_a_lesson_as_a_document_has_the_answers(ours: Path) -> None:
    document = cnistep("learn", ours, "--json").document
    (lesson,) = document["lessons"]
    first = lesson["steps"][0]
    assert (first["kind"], first["text"], first["after"]) == ("next", "Begin.", "Good.")
    assert [choice["text"] for choice in first["choices"] if choice["right"]] == ["bridge"]
    assert set(lesson["simulated"]) == {"bridge", "host-local", "tuning"}


@needs_namespaces
def test_a_quiz_has_a_score_and_a_seed(ours: Path) -> None:
    questions = cnistep("learn", ours, "--quiz", "--seed", "5", "--json").document["questions"]
    letters = [next(each["letter"] for each in asked["choices"] if each["right"]) for asked in questions]
    right = cnistep("learn", ours, "--quiz", "--seed", "5", stdin="\n".join(letters).encode())
    assert f"2 of 2 right. «cnistep learn {ours} --quiz --seed 5»" in right.stdout.replace("\n", " ")
    wrong = "b" if letters[0] != "b" else "a"
    half = cnistep("learn", ours, "--quiz", "--seed", "5", stdin=f"{wrong}\n{letters[1]}\n".encode())
    assert "1 of 2 right." in half.stdout
    left = cnistep("learn", ours, "--quiz", "--seed", "5", stdin=f"{letters[0]}\n".encode())
    assert (left.code, "1 of 1 right." in left.stdout) == (0, True)


@needs_namespaces
def test_a_quiz_over_all_lessons_is_drawn_by_its_seed() -> None:
    arguments = ("learn", "--quiz", "--seed", "3", "--count", "2", "--json")
    first, second = (cnistep(*arguments).document["questions"] for _ in range(2))
    assert [each["prompt"] for each in first] == [each["prompt"] for each in second]
    assert len({each["lesson"] for each in first}) == 2


def test_an_unknown_lesson_is_one_line() -> None:
    ran = cnistep("learn", "nonsense")
    assert ran.code == 2
    assert ran.stderr.startswith("cnistep: nonsense: no such lesson, and no folder of one; there is 1 to 16: conflist")
    assert ran.stderr.count("\n") == 1


def test_a_damaged_progress_file_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path))
    (tmp_path / "lessons.json").write_text(json.dumps({"schema_version": 9}))
    ran = cnistep("learn", "--list")
    assert (ran.code, ran.stderr.count("\n")) == (2, 1)
    assert "lessons.json: not what cnistep wrote there; remove it to begin anew" in ran.stderr
