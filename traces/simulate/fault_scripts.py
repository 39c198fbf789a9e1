"""What stands in a plugin's place while it is under a fault: a small shell script that fails as it was asked to.

It is executed and recorded like any plugin. It never touches the environment, as the plugin itself may follow.
"""

import json
import shlex
from collections.abc import Callable, Mapping

from traces.model.fault import Fault, FaultKind

_TOOLS = 'PATH="$PATH:/usr/bin:/bin"'
_READ = f"{_TOOLS} cat >/dev/null\n"
_FOREVER = 2_147_483_647
"""Seconds: 68 years."""


def fault_script(fault: Fault, cni_version: str, plugin: str | None) -> str:
    """The script for a fault.

    `plugin` is the path of the plugin itself, where there is one: the kinds in faults.NEED_THE_PLUGIN need it. A
    delegate is under fault for a whole verb: asked for something else it is itself.
    """
    guard = ""
    if fault.link is None and plugin is not None:
        guard = f'[ "$CNI_COMMAND" = {shlex.quote(fault.verb)} ] || exec {shlex.quote(plugin)} "$@"\n'
    return f"#!/bin/sh\n{guard}{_BODIES[fault.kind](fault, cni_version, shlex.quote(plugin or ''))}"


def error_text(fault: Fault, cni_version: str) -> str:
    """The CNI error object of an error."""
    return json.dumps({"cniVersion": cni_version or "0.1.0", "code": int(fault.number), "msg": fault.text})


def panic_text(fault: Fault) -> str:
    """What Go's runtime prints on stderr for a program that panics."""
    return (
        f"panic: {fault.text}\n\ngoroutine 1 [running]:\n"
        f"main.cmd{fault.verb.title()}(0xc0000b4000)\n\t/cnistep/fault/{fault.plugin}.go:1 +0x1d\n"
        f"main.main()\n\t/cnistep/fault/{fault.plugin}.go:2 +0x2a\n"
    )


def _error(fault: Fault, cni_version: str, plugin: str) -> str:
    return f"{_READ}printf '%s' {shlex.quote(error_text(fault, cni_version))}\nexit 1\n"


def _exit(fault: Fault, cni_version: str, plugin: str) -> str:
    return f"{_READ}printf '%s\\n' {shlex.quote(fault.text)} >&2\nexit {int(fault.number)}\n"


def _signal(fault: Fault, cni_version: str, plugin: str) -> str:
    """No core: it would be the shell's."""
    return f"{_READ}ulimit -c 0\nkill -{int(fault.number)} $$\n"


def _hang(fault: Fault, cni_version: str, plugin: str) -> str:
    """It becomes the sleeper, so that whoever kills it leaves nothing behind."""
    return f"{_READ}{_TOOLS} exec sleep {_FOREVER}\n"


def _empty(fault: Fault, cni_version: str, plugin: str) -> str:
    return f"{_READ}exit 0\n"


def _noise(fault: Fault, cni_version: str, plugin: str) -> str:
    return f"printf '%s\\n' {shlex.quote(fault.text)}\nexec {plugin} \"$@\"\n"


def _two_documents(fault: Fault, cni_version: str, plugin: str) -> str:
    """The exit code goes through the substitution, which would cut the newlines at its end."""
    return (
        f"answer=$({plugin} \"$@\"; printf ':%s' $?)\ncode=${{answer##*:}}\nanswer=${{answer%:*}}\n"
        'printf \'%s%s\' "$answer" "$answer"\nexit $code\n'
    )


def _never_run(fault: Fault, cni_version: str, plugin: str) -> str:
    """Not found, or not executable: nobody comes to execute it."""
    return "exit 127\n"


def _panic(fault: Fault, cni_version: str, plugin: str) -> str:
    """The code with which Go's runtime exits."""
    return f"{_READ}printf '%s' {shlex.quote(panic_text(fault))} >&2\nexit 2\n"


def _slow(fault: Fault, cni_version: str, plugin: str) -> str:
    """The sleeper holds no pipe of the plugin's: killed meanwhile, the plugin is gone for all who wait for it."""
    sleep = f"{_TOOLS} sleep {fault.number:g} </dev/null >/dev/null 2>&1"
    return f'{sleep}\nexec {plugin} "$@"\n'


_BODIES: Mapping[FaultKind, Callable[[Fault, str, str], str]] = {
    FaultKind.ERROR: _error,
    FaultKind.EXIT: _exit,
    FaultKind.SIGNAL: _signal,
    FaultKind.HANG: _hang,
    FaultKind.EMPTY: _empty,
    FaultKind.NOISE: _noise,
    FaultKind.TWO_DOCUMENTS: _two_documents,
    FaultKind.MISSING: _never_run,
    FaultKind.NO_EXEC: _never_run,
    FaultKind.PANIC: _panic,
    FaultKind.SLOW: _slow,
}
