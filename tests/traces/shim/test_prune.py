import fcntl
from pathlib import Path

import pytest

from tests.support.needs import needs_compiler
from tests.support.shim_rig import Rig, RigMaker, eventually

pytestmark = needs_compiler


@pytest.fixture
def rig(make_rig: RigMaker) -> Rig:
    """Its recorder keeps three ended records, and looks at every call."""
    return make_rig("read x", file_limit=3, prune_every=1)


def put(rig: Rig, *names: str, size: int = 10) -> None:
    for name in names:
        Path(rig.spool, name).write_bytes(bytes(size))


def prunes_to(rig: Rig, *names: str) -> bool:
    """Whether a call leaves these; its plugin runs for as long as it takes."""
    with rig.start(rig.shim) as process:
        done = eventually(lambda: left(rig) == set(names))
        process.communicate()
    return done


def left(rig: Rig) -> set[str]:
    return {file.name for file in rig.spool.iterdir() if "plugin" not in file.name}


def test_oldest_good_records_go_first(rig: Rig) -> None:
    put(rig, "1-1-x.err", "2-1-x.ok", "3-1-x.ok", "4-1-x.ok", "5-1-x.cut")
    assert prunes_to(rig, "1-1-x.err", "4-1-x.ok", "5-1-x.cut")


def test_failures_go_when_nothing_else_is_left(rig: Rig) -> None:
    put(rig, *(f"{number}-1-x.err" for number in range(1, 6)))
    assert prunes_to(rig, "3-1-x.err", "4-1-x.err", "5-1-x.err")


def test_locked_records_are_left_alone(rig: Rig) -> None:
    put(rig, "1-1-x.open", *(f"{number}-1-x.ok" for number in range(2, 7)))
    with open(rig.spool / "1-1-x.open", "rb") as running:
        fcntl.flock(running, fcntl.LOCK_EX)
        assert prunes_to(rig, "1-1-x.open", "4-1-x.ok", "5-1-x.ok", "6-1-x.ok")


def test_bytes_are_limited_too(make_rig: RigMaker) -> None:
    rig = make_rig("read x", byte_limit=2500, prune_every=1)
    put(rig, "1-1-x.ok", "2-1-x.ok", "3-1-x.ok", size=1000)
    assert prunes_to(rig, "2-1-x.ok", "3-1-x.ok")


def test_below_the_limits_nothing_goes(rig: Rig) -> None:
    put(rig, "1-1-x.ok", "2-1-x.ok", "3-1-x.ok")
    rig.run(rig.shim)
    assert left(rig) == {"1-1-x.ok", "2-1-x.ok", "3-1-x.ok"}


def test_polls_have_a_limit_of_their_own(make_rig: RigMaker) -> None:
    rig = make_rig("read x", poll_limit=2, prune_every=1)
    put(rig, "1-1-x.ok", "2-1-x.poll.ok", "3-1-x.poll.err", "4-1-x.poll.ok", "5-1-x.poll.err")
    assert prunes_to(rig, "1-1-x.ok", "4-1-x.poll.ok", "5-1-x.poll.err")


def test_polls_go_before_everything_else(rig: Rig) -> None:
    put(rig, "1-1-x.ok", "2-1-x.err", "3-1-x.ok", "4-1-x.poll.err", "5-1-x.poll.ok")
    assert prunes_to(rig, "1-1-x.ok", "2-1-x.err", "3-1-x.ok")
