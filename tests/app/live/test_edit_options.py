"""``cnistep rerun`` with another stdin, another environment, or options that are wrong."""

import json
from pathlib import Path

import pytest

from tests.support.chains import ANSWERS, scripts
from tests.support.cli import cnistep, conflist
from tests.support.needs import needs_namespaces

pytestmark = needs_namespaces
SHOWS = f'echo "$CNI_ARGS/${{HOME-none}}" >&2\n{ANSWERS}'


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store of this test's own."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))


@pytest.fixture
def shown(tmp_path: Path) -> str:
    """The id of an ADD of two plugins, the second of which shows what it was passed."""
    binaries = scripts(tmp_path / "bin", one=ANSWERS, two=SHOWS)
    conf = conflist(tmp_path, {"type": "one"}, {"type": "two"})
    (trace,) = cnistep("run", conf, "--plugins-dir", binaries, "--json").traces
    return str(trace["id"])


@pytest.mark.parametrize("how", ["first", "materialise"])
def test_the_environment_is_edited_and_the_branch_keeps_it(shown: str, how: str) -> None:
    edits = ("--env", "CNI_ARGS=X=1", "--unset-env", "HOME")
    (branch,) = cnistep("rerun", shown, "--from", "1", "--how", how, *edits, "--json").traces
    assert branch["calls"][-1]["stderr"] == "X=1/none\n"
    assert branch["branch_of"]["environment"] == [["HOME", None], ["CNI_ARGS", "X=1"]]
    said = cnistep("show", branch["id"]).stdout
    assert "environment edited: CNI_ARGS = X=1\n" in said and "environment edited: HOME taken out\n" in said
    compared = cnistep("diff", shown, branch["id"], "--json").document["differences"]
    assert {(each["at"], each["edit"]) for each in compared if each["what"] == "env"} >= {
        ("CNI_ARGS", True),
        ("HOME", True),
    }


def test_the_whole_stdin_is_given_from_a_file(shown: str, tmp_path: Path) -> None:
    file = tmp_path / "stdin.json"
    file.write_text('{"cniVersion":"1.0.0","name":"demo","type":"two","mine":1}')
    (branch,) = cnistep("rerun", shown, "--from", "1", "--stdin", file, "--set", "/mine=2", "--json").traces
    assert json.loads(branch["calls"][-1]["stdin"]) == json.loads(file.read_text()) | {"mine": 2}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--env", "X"), "--env X: expected NAME=VALUE"),
        (("--unset-env", "X"), "--unset-env X: no variable of that name was passed"),
        (("--stdin", "/none"), "--stdin /none: No such file or directory"),
        (
            ("--stdin", "-", "--prev-result", "-"),
            "--prev-result - --stdin -: standard input can be only one of the two",
        ),
        (("--break", "exit!=0"), "--break exit!=0: breakpoints hold a stepped run: add --step"),
        (("--step", "--break", "plugni=x"), "--break plugni=x: "),
    ],
)
def test_a_wrong_edit_is_one_line(shown: str, given: tuple[str, ...], said: str) -> None:
    ran = cnistep("rerun", shown, "--from", "1", *given)
    assert ran.code == 2
    assert ran.stderr.splitlines()[-1].startswith(f"cnistep: {said}")
