"""Why a place can't be had on this machine, and what works instead."""

import errno
import os
from pathlib import Path
from typing import NamedTuple

_INSTEAD = "`cnistep demo` and `cnistep open` need no namespace"
_FRESH_PROC = "a fresh /proc"


class _Setting(NamedTuple):
    """A knob of the kernel that forbids namespaces when it is set to one of these values."""

    name: str
    forbids: tuple[str, ...]
    allows: str
    users_only: bool = False
    """Whether root is not held by it."""


_SETTINGS = (
    _Setting("user.max_user_namespaces", ("0", "1"), "15000"),
    _Setting("kernel.unprivileged_userns_clone", ("0",), "1", users_only=True),
    _Setting("kernel.apparmor_restrict_unprivileged_userns", ("1",), "0", users_only=True),
    _Setting("user.max_mnt_namespaces", ("0", "1"), "15000"),
    _Setting("user.max_pid_namespaces", ("0",), "15000"),
    _Setting("user.max_net_namespaces", ("0", "1"), "15000"),
    _Setting("user.max_ipc_namespaces", ("0",), "15000"),
    _Setting("user.max_uts_namespaces", ("0",), "15000"),
)


def refusal_text(
    step: str, number: int | None, path: str | None = None, *, root: bool | None = None, proc: Path = Path("/proc")
) -> str:
    """One line: the step that was refused, the setting that forbids it, and what works instead.

    `number` and `path` are those of the OSError. `root` says who asked (default: the caller); `proc` is where the
    settings are read.
    """
    root = os.geteuid() == 0 if root is None else root
    reason = os.strerror(number or 0).lower()
    refused = f"no place to run in: {step} was refused ({f'{path}: ' if path else ''}{reason})"
    setting = _setting(step, number, proc, root=root)
    if setting is None:
        return f"{refused}; {_usual_cause(step, proc, root=root)}; {_INSTEAD}"
    sudo = "" if root else "sudo "
    ways = [f"`{sudo}sysctl -w {setting.name}={setting.allows}` allows it"]
    if setting.users_only:
        ways.insert(0, "with sudo it works")
    return f"{refused}, because {setting.name} is {_value(proc, setting.name)}; {', '.join(ways)}; {_INSTEAD}"


def _setting(step: str, number: int | None, proc: Path, *, root: bool) -> _Setting | None:
    """The first setting that explains the refusal."""
    if number not in (errno.EPERM, errno.EACCES, errno.ENOSPC) or step == _FRESH_PROC:
        return None
    for setting in _SETTINGS:
        if not (root and setting.users_only) and _value(proc, setting.name) in setting.forbids:
            return setting
    return None


def _value(proc: Path, name: str) -> str:
    try:
        return proc.joinpath("sys", *name.split(".")).read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _usual_cause(step: str, proc: Path, *, root: bool) -> str:
    """What usually stands behind it where no setting says so."""
    if step == _FRESH_PROC:
        return (
            "a container that hides parts of /proc forbids it, and `--security-opt systempaths=unconfined` (Docker) or "
            "`procMount: Unmasked` (Kubernetes) allows it"
        )
    if _is_filtered(proc):
        return "a seccomp filter is active here, as in most containers: one started with --privileged is free of it"
    return (
        "this root lacks capabilities that it takes (CAP_SYS_ADMIN, CAP_SETFCAP)"
        if root
        else "a security module may forbid it: try sudo"
    )


def _is_filtered(proc: Path) -> bool:
    """Whether a seccomp filter holds this process (proc_pid_status(5), field Seccomp)."""
    try:
        status = (proc / "self" / "status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    return any(line.split() == ["Seccomp:", "2"] for line in status.splitlines())
