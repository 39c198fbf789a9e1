"""Refusals, made up from settings and really seen in a user namespace that allows no more of them."""

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from traces.runner.refusal import refusal_text


def _proc(folder: Path, settings: dict[str, str], status: str = "Seccomp:\t0\n") -> Path:
    for name, value in settings.items():
        path = folder.joinpath("sys", *name.split("."))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(value + "\n")
    (folder / "self").mkdir()
    (folder / "self" / "status").write_text(status)
    return folder


@pytest.mark.parametrize(
    ("setting", "value", "ways"),
    [
        (
            "kernel.apparmor_restrict_unprivileged_userns",
            "1",
            "with sudo it works, `sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0` allows it",
        ),
        (
            "kernel.unprivileged_userns_clone",
            "0",
            "with sudo it works, `sudo sysctl -w kernel.unprivileged_userns_clone=1` allows it",
        ),
        ("user.max_user_namespaces", "0", "`sudo sysctl -w user.max_user_namespaces=15000` allows it"),
        ("user.max_user_namespaces", "1", "`sudo sysctl -w user.max_user_namespaces=15000` allows it"),
    ],
)
def test_the_setting_and_the_ways_out_are_named(tmp_path: Path, setting: str, value: str, ways: str) -> None:
    text = refusal_text("a user namespace", errno.EPERM, root=False, proc=_proc(tmp_path, {setting: value}))
    assert text == (
        "no place to run in: a user namespace was refused (operation not permitted), "
        f"because {setting} is {value}; {ways}; `cnistep demo` and `cnistep open` need no namespace"
    )


def test_settings_for_users_do_not_explain_roots_refusal(tmp_path: Path) -> None:
    proc = _proc(tmp_path, {"kernel.unprivileged_userns_clone": "0"})
    text = refusal_text("a user namespace", errno.EPERM, root=True, proc=proc)
    assert "unprivileged_userns_clone" not in text and "sudo" not in text
    assert "CAP_SYS_ADMIN" in text


def test_root_is_told_the_setting_without_sudo(tmp_path: Path) -> None:
    proc = _proc(tmp_path, {"user.max_user_namespaces": "0"})
    text = refusal_text("a user namespace", errno.ENOSPC, root=True, proc=proc)
    assert "; `sysctl -w user.max_user_namespaces=15000` allows it; " in text


def test_a_seccomp_filter_is_named(tmp_path: Path) -> None:
    text = refusal_text("a user namespace", errno.EPERM, root=True, proc=_proc(tmp_path, {}, "Seccomp:\t2\n"))
    assert "a seccomp filter is active here" in text


def test_a_masked_proc_is_explained(tmp_path: Path) -> None:
    proc = _proc(tmp_path, {"kernel.apparmor_restrict_unprivileged_userns": "1"})
    text = refusal_text("a fresh /proc", errno.EPERM, "/proc", root=False, proc=proc)
    assert "systempaths=unconfined" in text and "apparmor" not in text


def test_an_error_that_no_setting_makes_is_left_alone(tmp_path: Path) -> None:
    proc = _proc(tmp_path, {"user.max_user_namespaces": "0"})
    text = refusal_text("the file systems of the sandbox", errno.ENOTDIR, "/etc/hosts/x", root=False, proc=proc)
    assert "(/etc/hosts/x: not a directory)" in text and "max_user" not in text


_SEEN = """
import tempfile
from traces.errors import PlaceError
from traces.runner.sandbox import SandboxSpec, open_sandbox
with tempfile.TemporaryDirectory() as workdir:
    try:
        open_sandbox(SandboxSpec(workdir=workdir))
    except PlaceError as error:
        print(error)
"""


@pytest.mark.sandbox
def test_a_proc_with_hidden_parts_is_seen_and_explained() -> None:
    """As container runtimes hide parts of it."""
    root = str(Path(__file__).parents[3])
    script = 'mount -t tmpfs none /proc/irq; exec "$0" -c "$1"'
    command = ["unshare", "-Urmpf", "--mount-proc", "sh", "-c", script, sys.executable]
    code = f"import sys; sys.path.insert(0, {root!r}){_SEEN}"
    done = subprocess.run([*command, code], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("no place to run in: a fresh /proc was refused"), done.stderr
    assert "systempaths=unconfined" in done.stdout


@pytest.mark.sandbox
@pytest.mark.parametrize("limit", [0, 1])
def test_a_real_limit_is_seen_and_named(limit: int) -> None:
    """The limit is set in a user namespace of the test's own, and holds for what is below it."""
    script = f'echo {limit} > /proc/sys/user/max_user_namespaces; exec "$0" -c "$1"'
    root = str(Path(__file__).parents[3])
    done = subprocess.run(
        ["unshare", "-Ur", "sh", "-c", script, sys.executable, f"import sys; sys.path.insert(0, {root!r}){_SEEN}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"because user.max_user_namespaces is {limit};" in done.stdout, done.stderr
    assert done.stdout.count("\n") == 1
    assert ("a user namespace was" if limit == 0 else "a second user namespace was") in done.stdout
