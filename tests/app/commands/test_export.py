"""``cnistep export``: redacted unless --raw is typed, in every form, to stdout or to a file."""

import json
import stat
from pathlib import Path

import pytest

from tests.support.cli import cnistep
from tests.support.planted import SECRETS, planted
from tests.support.traces import recorded
from traces.session.opening import document_of

FORMS = ("json", "markdown", "mermaid", "svg", "shell")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a trace that is full of secrets."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    path = tmp_path / "kept.json"
    path.write_text(json.dumps(document_of((planted(),))))
    return path


@pytest.mark.parametrize("form", FORMS)
def test_no_secret_leaves_in_any_form(kept: Path, form: str) -> None:
    ran = cnistep("export", kept, "--format", form)
    assert ran.code == 0
    assert [name for name, secret in SECRETS.items() if secret in ran.stdout] == []
    assert ran.stderr.startswith("cnistep: replaced: ") and "1 private key" in ran.stderr
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize("form", ["json", "markdown", "shell"])
def test_secrets_leave_only_when_asked_for(kept: Path, form: str) -> None:
    ran = cnistep("export", kept, "--format", form, "--raw")
    assert SECRETS["jwt"] in ran.stdout
    assert ran.stderr == "cnistep: replaced: nothing, as --raw asks for: secrets are in it\n"


def test_the_json_can_be_opened_again(kept: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    ran = cnistep("export", kept, "-o", out)
    assert (ran.code, ran.stdout) == (0, "")
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert "FAILED at portmap" in cnistep("open", out).stdout
    again = cnistep("export", out)
    assert again.stdout == out.read_text()
    assert again.stderr == "cnistep: replaced: nothing, as nothing looked secret\n"


def test_a_single_form_takes_the_trace_that_failed(tmp_path: Path) -> None:
    path = tmp_path / "several.json"
    path.write_text(json.dumps(document_of((planted(), recorded(verb="DEL")))))
    ran = cnistep("export", path, "--format", "mermaid")
    assert "of several the ADD add-1 is written" in ran.stderr
    assert "p0->>p1: ADD" in ran.stdout


def test_a_call_can_be_named_for_the_script(kept: Path) -> None:
    ran = cnistep("export", kept, "--format", "shell", "--call", planted().calls[1].id)
    assert "# ADD of host-local" in ran.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--call", "x"), "only --format shell"),
        (("--format", "shell", "--call", "x"), "no such call"),
        (("--format", "png"), "Invalid value"),
        (("-o", "/no/such/folder/x"), "no folder that can be written in"),
    ],
)
def test_a_wrong_option_gets_one_line(kept: Path, arguments: tuple[str, ...], words: str) -> None:
    ran = cnistep("export", kept, *arguments)
    assert (ran.code, ran.stdout) == (2, "")
    assert words in ran.stderr.splitlines()[-1]
