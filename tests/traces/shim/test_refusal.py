import errno
import json

import pytest

from tests.support.gate import also_gated
from tests.support.needs import needs_compiler
from tests.support.shim_rig import RigMaker
from traces.shim.spool import State

pytestmark = [needs_compiler, also_gated]


@pytest.mark.parametrize(
    ("content", "mode", "number", "code", "why"),
    [
        (None, 0, errno.ENOENT, 127, "No such file or directory"),
        (b"#!/bin/true\n", 0o644, errno.EACCES, 126, "Permission denied"),
        (b"not a program", 0o755, errno.ENOEXEC, 126, "Exec format error"),
        (b"#!/no/such/interpreter\n", 0o755, errno.ENOENT, 127, "No such file or directory"),
    ],
)
def test_a_plugin_that_cannot_run_is_a_cni_error(
    make_rig: RigMaker, content: bytes | None, mode: int, number: int, code: int, why: str
) -> None:
    rig = make_rig("")
    rig.plain.unlink()
    if content is not None:
        rig.plain.write_bytes(content)
        rig.plain.chmod(mode)
    seen = rig.run(rig.shim, stdin=b'{"name": "n"}')
    assert seen.status == code
    assert json.loads(seen.stdout) == {"code": 5, "msg": f"cnistep: cannot execute {rig.plain}", "details": why}
    record = rig.record()
    assert (record.start_errno, record.exit_code, record.state) == (number, code, State.COMPLETE)
    assert (record.stdin, record.stdout) == (b'{"name": "n"}', seen.stdout)


def test_odd_paths_are_escaped_in_the_error(make_rig: RigMaker) -> None:
    rig = make_rig("")
    rig.put_shim(rig.shim, real='/no/"such"\\\n\udcff')
    assert json.loads(rig.run(rig.shim).stdout)["msg"] == 'cnistep: cannot execute /no/"such"\\\n\xff'


def test_error_is_said_without_a_record_too(make_rig: RigMaker) -> None:
    rig = make_rig("", spool="")
    rig.plain.unlink()
    seen = rig.run(rig.shim)
    assert seen.status == 127
    assert json.loads(seen.stdout)["code"] == 5
