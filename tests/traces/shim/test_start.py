from contextlib import ExitStack
from pathlib import Path

from tests.support.gate import also_gated
from tests.support.needs import needs_compiler
from tests.support.shim_rig import RigMaker, eventually
from traces.shim.spool import State

pytestmark = [needs_compiler, also_gated]


def test_missing_real_falls_back_to_home(make_rig: RigMaker) -> None:
    rig = make_rig("echo here")
    rig.put_shim(rig.shim, real=str(rig.folder / "nowhere"), home=str(rig.plain))
    assert rig.run(rig.shim).stdout == b"here\n"
    assert rig.record().exit_code == 0


def test_recorder_of_itself_runs_home(make_rig: RigMaker) -> None:
    rig = make_rig("echo here")
    rig.put_shim(rig.shim, real=str(rig.shim), home=str(rig.plain))
    assert rig.run(rig.shim).stdout == b"here\n"


def test_recorders_of_each_other_never_loop(make_rig: RigMaker) -> None:
    rig = make_rig("echo here")
    aside = rig.folder / "aside"
    rig.put_shim(aside, real=str(aside), home=str(rig.shim))
    rig.put_shim(rig.shim, real=str(aside), home=str(rig.shim))
    for path in (rig.shim, aside):
        seen = rig.run(path)
        assert seen.status == 126
        assert b"points at itself" in seen.stdout


def test_busy_plugin_is_tried_again(make_rig: RigMaker) -> None:
    rig = make_rig(Path("/bin/true"))
    with ExitStack() as writing:
        writing.enter_context(open(rig.plain, "r+b"))
        process = rig.start(rig.shim)
        assert eventually(lambda: [record for record in rig.records() if record.state is State.RUNNING])
        assert process.poll() is None
    process.communicate()
    assert process.returncode == 0
    assert rig.record().exit_code == 0


def test_plugin_busy_for_too_long_is_an_error(make_rig: RigMaker) -> None:
    rig = make_rig(Path("/bin/true"))
    with open(rig.plain, "r+b"):
        seen = rig.run(rig.shim)
    assert seen.status == 126
    assert b"Text file busy" in seen.stdout
