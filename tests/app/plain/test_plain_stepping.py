"""Stepping by prompts: what is told, and what the typed words do, on a real stepper."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.plain.plain_stepping import PlainStepper
from tests.support.chains import ANSWERS, scripts
from tests.support.cli import cnistep, conflist
from tests.support.needs import PLUGIN_DIR, needs_namespaces, needs_plugins
from tests.support.stepped import SteppedRun
from tests.support.traces import hostile, long_chain, recorded

ADD = replace(recorded(), id="the-add")
Told = tuple[SteppedRun, list[str]]
Play = Callable[..., Told]


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Play:
    """Steps a run by these lines; gives it, and what was printed. The editor puts `eth7` for `eth0`."""
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nstat -c %a "$1" >"$0.mode"\nsed -i \'s/eth0/eth7/; s/11/50/\' "$1"\n')
    editor.chmod(0o755)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", str(editor))

    def with_lines(*lines: str, run: SteppedRun | None = None) -> Told:
        run = run or SteppedRun(ADD)
        left = list(lines)
        PlainStepper(run.stepper, run.stop, lambda: left.pop(0) if left else None).follow(run.events())
        return run, capsys.readouterr().out.splitlines()

    return with_lines


def test_events_are_numbered_lines_and_held_calls_are_named(play: Play) -> None:
    run, told = play("n", "q")
    assert told[0].startswith("Trace the-add: ADD of network five for ")
    assert told[1:3] == ["1. The runtime asks bridge (link 0): ADD.", "Held before bridge. ? says what can be typed."]
    assert told[3] == "2. bridge asks host-local: ADD."
    assert "Held before portmap." in told and told[-1] == "The run is stopped."
    assert run.executed == ["bridge", "host-local"]


@pytest.mark.parametrize(
    ("lines", "executed"),
    [(["s"], 1), (["s", "u"], 2), (["a"], 2), (["c"], 6), (["n", "k"], 2), (["b plugin=tuning", "c"], 5), ([""], 0)],
    ids=str,
)
def test_words_let_the_run_go_on(play: Play, lines: list[str], executed: int) -> None:
    run, _ = play(*lines)
    assert len(run.executed) == executed


def test_the_end_of_the_input_stops_the_run(play: Play) -> None:
    run, told = play()
    assert run.stop.is_set() and run.executed == [] and told[-1] == "The run is stopped."


def test_an_edit_is_made_in_the_editor_and_given(play: Play, tmp_path: Path) -> None:
    run, told = play("n", "e", "p", "n")
    assert "prevResult edited: it is given when the call goes on; v takes it back." in told
    assert any('"name": "eth7"' in line for line in told)
    assert b"eth7" in (run.decisions[1].stdin or b"")
    assert (tmp_path / "editor.mode").read_text() == "600\n"


def test_an_environment_is_edited_and_taken_back(play: Play) -> None:
    run, _ = play("e env", "n", "e env", "v", "n")
    assert b"CNI_IFNAME=eth7" in (run.decisions[0].environment or ())
    assert run.decisions[1].environment is None


def test_an_answer_is_given_in_its_place(play: Play) -> None:
    run, told = play("m error", "m")
    error, result = (decision.answer for decision in run.decisions[:2])
    assert error is not None and error.exit_code == 1 and json.loads(error.stdout)["code"] == 50
    assert result is not None and result.exit_code == 0
    assert "bridge is answered for." in told


def test_a_breakpoint_is_set_listed_and_taken_away(play: Play) -> None:
    _, told = play("b exit!=0", "b", "b exit!=0", "b", "b colour=red")
    assert "Breakpoint: exit!=0" in told and "on  exit!=0, 0 hits" in told
    assert "No breakpoint any more: exit!=0" in told and "No breakpoint is set." in told
    assert any("colour" in line and "expected" in line for line in told)


def test_a_breakpoint_that_is_off_holds_nothing(play: Play) -> None:
    run, told = play("b plugin=tuning", "b off plugin=tuning", "b", "c")
    assert "Breakpoint off: plugin=tuning" in told and "off plugin=tuning, 0 hits" in told
    assert "Held before tuning (plugin=tuning)." not in told and len(run.executed) == 6
    _, told = play("b plugin=tuning", "b off plugin=tuning", "b on plugin=tuning", "c", "b")
    assert "Held before tuning (plugin=tuning)." in told and "on  plugin=tuning, 1 hit" in told


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("x", "x: not known; expected one of n s u c a e v k m b p q ?"),
        ("e nothing", "e nothing: expected e, e stdin, e env, or, where there is one, e prevResult"),
        ("m twice", "m twice: expected m, or m error"),
        ("?", "q  stop the run"),
    ],
)
def test_a_wrong_word_gets_one_line(play: Play, line: str, said: str) -> None:
    run, told = play(line)
    assert said in told and run.executed == []


def test_between_two_verbs_n_begins_the_next(play: Play) -> None:
    first, second = replace(long_chain(1), id="first"), replace(long_chain(1), id="second")
    run, told = play("n", "k", "n", "c", run=SteppedRun(first, second))
    assert "Held between two verbs." in told and "no call is held here: n begins the next verb" in told
    assert len(run.executed) == 2


def test_an_editor_that_fails_changes_nothing(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "false")
    run, told = play("e stdin", "n")
    assert "false ended with 1: nothing was changed" in told and run.decisions[0].stdin is None


def test_recorded_text_is_made_safe(play: Play) -> None:
    _, told = play("p", "s", "p", run=SteppedRun(replace(hostile(), id="h")))
    assert all(line.isprintable() for line in told)


@pytest.mark.parametrize(("line", "executed"), [("S", 0), ("V", 0), ("A", 1), ("B", 0), ("M error", 0), ("X", 0)])
def test_the_keys_of_the_screen_are_known_too(play: Play, line: str, executed: int) -> None:
    run, told = play(line)
    assert not any("not known" in text for text in told) and len(run.executed) >= executed


@needs_namespaces
def test_a_stepped_run_writes_its_document_where_it_is_told_to(tmp_path: Path) -> None:
    bin_dir, document = scripts(tmp_path / "bin", one=ANSWERS, two=ANSWERS), tmp_path / "out.json"
    conf = conflist(tmp_path, {"type": "one"}, {"type": "two"})
    options = ("--plugins-dir", bin_dir, "--step", "--plain", "-o", document)
    ran = cnistep("run", conf, "ADD", "DEL", *options, stdin=b"n\nS\nn\nc\n")
    assert ran.code == 0, ran.stderr
    traces = json.loads(document.read_text())["traces"]
    assert [trace["verb"] for trace in traces] == ["ADD", "DEL"]
    assert traces[0]["calls"][1]["touched"] == ["answer"]


def test_json_and_stepping_exclude_one_another(tmp_path: Path) -> None:
    ran = cnistep("run", conflist(tmp_path, {"type": "one"}), "ADD", "--step", "--json")
    assert (ran.code, ran.stdout) == (2, "")
    assert "--json: a stepped run prints what happens line by line; leave out --step, or --json" in ran.stderr


@needs_namespaces
@needs_plugins
def test_real_plugins_are_stepped_through_a_pipe(tmp_path: Path) -> None:
    conf = tmp_path / "net.conflist"
    chain = [{"type": "bridge", "ipam": {"type": "host-local", "subnet": "10.9.0.0/24"}}, {"type": "tuning"}]
    conf.write_text(json.dumps({"cniVersion": "1.0.0", "name": "net", "plugins": chain}))
    command = [sys.executable, "-m", "app", "run", str(conf), "ADD", "DEL", "--step", "--plain"]
    env = os.environ | {"CNISTEP_STATE_DIR": str(tmp_path / "state"), "CNI_PATH": str(PLUGIN_DIR)}
    done = subprocess.run(command, input="s\nn\nk\nn\nc\n", text=True, capture_output=True, env=env, check=False)
    assert done.returncode == 0, done.stderr
    assert "Held before host-local." in done.stdout and "tuning is skipped." in done.stdout
    assert "ADD ended well." in done.stdout and "Held between two verbs." in done.stdout
    assert "DEL ended well." in done.stdout
