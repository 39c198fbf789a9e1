"""A recorder that is off becomes the plugin at once, and leaves every difficulty to what would come later."""

import os
import platform
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.needs import needs_compiler
from tests.support.shim_rig import ENV, Rig, RigMaker

STRACE = Path(shutil.which("strace") or "")
pytestmark = needs_compiler
OFF = pytest.mark.parametrize(
    ("settings", "env"),
    [
        ({"spool": ""}, ENV),
        ({"spool": "/no/such/spool"}, ENV),
        ({}, {name: value for name, value in ENV.items() if name != "CNI_COMMAND"}),
    ],
)


def calls_before_the_plugin(rig: Rig, env: dict[str, str]) -> list[str]:
    """The system calls from the recorder's start to the plugin's."""
    trace = rig.folder / "calls"
    rig.run(STRACE, "-qq", "-o", str(trace), str(rig.shim), env=env)
    calls = re.findall(r"^(\w+)\(", trace.read_text(), re.M)
    return calls[1 : calls.index("execve", 1)]


@pytest.mark.skipif(not STRACE.name, reason="needs strace")
@pytest.mark.skipif(platform.machine() not in ("x86_64", "aarch64"), reason="elsewhere it is left to main")
@OFF
def test_plugin_starts_before_the_library_does(
    make_rig: RigMaker, settings: dict[str, Any], env: dict[str, str]
) -> None:
    rig = make_rig("exit 0", **settings)
    assert set(calls_before_the_plugin(rig, env)) == {"newfstatat"}


@OFF
def test_plugin_is_run_as_it_is(make_rig: RigMaker, settings: dict[str, Any], env: dict[str, str]) -> None:
    rig = make_rig('echo "$0 $* $$"; env; cat; exit 7', **settings)
    with rig.start(rig.shim, "one", "", env={**env, "EMPTY": ""}) as process:
        stdout, _ = process.communicate(b"from stdin")
    assert stdout.startswith(b"%b one  %d\n" % (os.fsencode(rig.plain), process.pid))
    assert b"\nEMPTY=\n" in stdout
    assert stdout.endswith(b"from stdin")
    assert process.returncode == 7
    assert rig.records() == ()


@OFF
def test_plugin_that_is_missing_is_looked_for_at_home(
    make_rig: RigMaker, settings: dict[str, Any], env: dict[str, str]
) -> None:
    rig = make_rig("echo here", **settings)
    rig.put_shim(rig.shim, **settings, real=str(rig.folder / "nowhere"), home=str(rig.plain))
    assert rig.run(rig.shim, env=env).stdout == b"here\n"


@OFF
def test_recorder_of_itself_runs_home_when_off(
    make_rig: RigMaker, settings: dict[str, Any], env: dict[str, str]
) -> None:
    rig = make_rig("echo here", **settings)
    rig.put_shim(rig.shim, **settings, real=str(rig.shim), home=str(rig.plain))
    assert rig.run(rig.shim, env=env).stdout == b"here\n"


@OFF
def test_refused_plugin_is_a_cni_error_when_off(
    make_rig: RigMaker, settings: dict[str, Any], env: dict[str, str]
) -> None:
    rig = make_rig("", **settings)
    rig.plain.write_bytes(b"garbage")
    seen = rig.run(rig.shim, env=env)
    assert seen.status == 126
    assert b"Exec format error" in seen.stdout
