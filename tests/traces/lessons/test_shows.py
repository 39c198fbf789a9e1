"""A lesson's text shows what its runs hold."""

import json

import pytest

from traces.errors import InputError
from traces.lessons.load import find_lesson
from traces.lessons.runs import Runs
from traces.lessons.shows import chain_text, check_shows, filled, laid_out
from traces.store.archive import read_file


def recorded(name: str) -> Runs:
    """A bundled lesson with its recording."""
    _, lesson = find_lesson(name)
    names = [run.name for run in lesson.runs]
    return Runs(lesson=lesson, traces=dict(zip(names, read_file(lesson.recording), strict=True)), live=False)


RUNS = recorded("prevresult")


def test_alone_on_a_line_it_is_a_block() -> None:
    lines = filled("Look:\n\n{{add link 0 stdin /ipam}}\n\nSo.", RUNS, width=80).splitlines()
    assert lines[2] == lines[-3] == "```"
    assert '  "type": "host-local"' in "\n".join(lines)


def test_within_a_line_it_is_the_value() -> None:
    assert filled("It is {{add result /ips/0/address}}.", RUNS, width=80) == "It is 10.22.0.2/24."
    assert filled("It is {{add result /nowhere}}.", RUNS, width=80) == "It is nothing stands there."


def test_the_chain_stands_as_its_author_wrote_it() -> None:
    chain = RUNS.lesson.folder.joinpath("chain.conflist").read_text()
    assert filled("{{chain add}}", RUNS, width=80) == f"```\n{chain.rstrip()}\n```"


def test_the_sequence_fits_the_width() -> None:
    lines = filled("{{sequence add}}", RUNS, width=80).splitlines()
    assert any("host-local" in line for line in lines)
    assert max(map(len, lines)) <= 78


@pytest.mark.parametrize("show", ["{{chain gone}}", "{{nonsense}}", "{{gone result}}"])
def test_what_no_run_has_is_refused(show: str) -> None:
    with pytest.raises(InputError, match=r"^text\.md: "):
        check_shows(f"Text {show}.", "text.md", ("add",))


def test_json_takes_as_few_lines_as_fit() -> None:
    assert laid_out({"a": [1, 2]}, 80) == '{"a": [1, 2]}'
    assert laid_out({"aaaa": [1, 2], "b": "cccc"}, 18) == '{\n  "aaaa": [1, 2],\n  "b": "cccc"\n}'


def test_a_chain_written_on_one_line_is_laid_out() -> None:
    raw = json.dumps({"cniVersion": "1.0.0", "name": "shop", "plugins": [{"type": "bridge", "bridge": "cni0"}] * 3})
    lines = chain_text(raw.encode(), 60).splitlines()
    assert len(lines) > 3 and max(map(len, lines)) < 60
    assert json.loads("\n".join(lines)) == json.loads(raw)
    assert chain_text(b'{"a": ' + b"x" * 80, 60) == '{"a": ' + "x" * 80
