import pytest

from tests.support.needs import needs_compiler
from tests.support.shim_rig import ENV, RigMaker

pytestmark = needs_compiler


@pytest.mark.parametrize(
    ("verb", "ending"),
    [("ADD", ".ok"), ("VERSION", ".poll.ok"), ("STATUS", ".poll.ok"), ("STATUS2", ".ok"), ("", ".ok")],
)
def test_records_of_polls_are_named_so(make_rig: RigMaker, verb: str, ending: str) -> None:
    rig = make_rig("exit 0", name="a.b c")
    rig.run(rig.shim, env={**ENV, "CNI_COMMAND": verb})
    (file,) = rig.spool.iterdir()
    time, pid, plugin = file.name.split("-")
    assert (plugin, time.isdigit(), pid.isdigit()) == (f"a_b_c{ending}", True, True)
    assert rig.record().stdin_whole


def test_failed_polls_keep_their_name(make_rig: RigMaker) -> None:
    rig = make_rig("exit 3")
    rig.run(rig.shim, env={**ENV, "CNI_COMMAND": "STATUS"})
    assert [file.name.partition(".")[2] for file in rig.spool.iterdir()] == ["poll.err"]
    assert rig.record().exit_code == 3
