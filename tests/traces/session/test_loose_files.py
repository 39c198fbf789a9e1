import stat
from pathlib import Path

import pytest

from traces.errors import StoreError
from traces.session.loose_files import keep_file


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of the test's own, not made yet."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    return tmp_path / "state"


def test_only_its_owner_can_read_it(state: Path) -> None:
    path = keep_file("copied", ".txt", b"text")
    assert path.read_bytes() == b"text" and path.parent == state / "copied"
    assert [stat.S_IMODE(each.stat().st_mode) for each in (path, path.parent, state)] == [0o600, 0o700, 0o700]


def test_only_the_newest_stay() -> None:
    paths = [keep_file("copied", ".txt", b"%d" % number) for number in range(25)]
    assert sorted(paths[0].parent.iterdir()) == paths[5:]


def test_a_folder_that_others_may_write_in_is_refused(state: Path) -> None:
    state.mkdir()
    state.chmod(0o777)
    with pytest.raises(StoreError, match="others may write"):
        keep_file("copied", ".txt", b"text")
