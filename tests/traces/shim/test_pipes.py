import os
import subprocess

from tests.support.gate import also_gated
from tests.support.needs import needs_compiler
from tests.support.shim_rig import RigMaker

pytestmark = [needs_compiler, also_gated]


def test_one_file_for_both_outputs_keeps_their_order(make_rig: RigMaker) -> None:
    rig = make_rig("for x in 1 2 3 4 5 6 7 8; do echo out$x; echo err$x >&2; done")
    plain, seen = rig.both(stderr=subprocess.STDOUT)
    assert seen == plain
    record = rig.record()
    assert record.merged
    assert (record.stdout, record.stderr) == (plain.stdout, b"")


def test_one_open_file_for_both_outputs_is_one(make_rig: RigMaker) -> None:
    rig = make_rig("echo out; echo err >&2; echo out")
    target = rig.folder / "log"
    for path in (rig.plain, rig.shim):
        with open(target, "wb") as log:
            rig.run(path, stdout=log, stderr=log)
        assert target.read_bytes() == b"out\nerr\nout\n"
    assert rig.record().merged


def test_a_terminal_stays_a_terminal(make_rig: RigMaker) -> None:
    rig = make_rig("test -t 0 && test -t 1 && echo tty; test -t 2 || echo pipe >&2")
    outer, inner = os.openpty()
    with rig.start(rig.shim, stdin=inner, stdout=inner) as process:
        os.close(inner)
        assert process.stderr is not None
        assert process.stderr.read() == b"pipe\n"
        assert os.read(outer, 100) == b"tty\r\n"
    os.close(outer)
    assert (rig.record().stdout, rig.record().stderr) == (b"", b"pipe\n")


def test_devnull_and_files_are_recorded(make_rig: RigMaker) -> None:
    rig = make_rig("cat; echo err >&2")
    source = rig.folder / "stdin"
    source.write_bytes(b"from a file")
    with (
        open(source, "rb") as stdin,
        rig.start(rig.shim, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process,
    ):
        process.wait()
    record = rig.record()
    assert (record.stdin, record.stdout, record.stderr) == (b"from a file", b"from a file", b"err\n")
