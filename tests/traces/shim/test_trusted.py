import os
import tempfile
from pathlib import Path

import pytest

from tests.support.needs import needs_root
from traces.errors import InputError, PlaceError
from traces.shim.trusted import check_spool, default_spool

NOBODY = 65534


@pytest.fixture
def spool(tmp_path: Path) -> Path:
    made = tmp_path / "run" / "spool"
    made.mkdir(parents=True)
    made.chmod(0o700)
    made.parent.chmod(0o755)
    return made


def complaint(spool: Path) -> str:
    with pytest.raises(InputError) as raised:
        check_spool(spool)
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_spool_of_ones_own_is_believed(spool: Path) -> None:
    assert check_spool(spool)
    assert not check_spool(spool / "missing")
    assert not check_spool(spool.parent / "missing" / "spool")


def test_others_may_not_use_it(spool: Path) -> None:
    for mode in (0o701, 0o740, 0o750):
        spool.chmod(mode)
        assert complaint(spool) == f"the spool {spool} may be used by others (mode {mode:04o}), expected 0700: not used"
    spool.chmod(0o777)
    assert complaint(spool) == f"the spool {spool} may be written in by others (mode 0777): not used"


def test_others_may_not_put_another_in_its_place(spool: Path) -> None:
    spool.parent.chmod(0o777)
    assert complaint(spool) == (
        f"{spool.parent}, on the way to the spool {spool}, may be written in by others (mode 0777): not used"
    )
    spool.parent.chmod(0o1777)
    assert check_spool(spool)


def test_it_is_a_folder_and_no_link_to_one(spool: Path) -> None:
    link = spool.parent / "link"
    link.symlink_to(spool)
    assert complaint(link) == f"the spool {link} is a symbolic link: not used"
    file = spool / "file"
    file.write_text("")
    assert complaint(file) == f"the spool {file} is no folder: not used"
    assert "cannot be used: Not a directory" in complaint(file / "spool")


def test_ones_own_link_on_the_way_is_followed(spool: Path) -> None:
    link = spool.parent.parent / "var"
    link.symlink_to(spool.parent)
    assert check_spool(link / "spool")
    spool.parent.chmod(0o777)
    assert "may be written in by others" in complaint(link / "spool")


@needs_root
def test_another_user_has_no_hand_in_it(spool: Path) -> None:
    link = spool.parent.parent / "var"
    link.symlink_to(spool.parent)
    os.lchown(link, NOBODY, NOBODY)
    assert complaint(link / "spool") == (
        f"{link}, on the way to the spool {link / 'spool'}, is a symbolic link of another user (uid 65534): not used"
    )
    os.chown(spool, NOBODY, NOBODY)
    assert complaint(spool) == f"the spool {spool} belongs to another user (uid 65534): not used"
    os.chown(spool, 0, 0)
    os.chown(spool.parent, NOBODY, NOBODY)
    assert complaint(spool).startswith(f"{spool.parent}, on the way to the spool")


@needs_root
def test_another_users_is_not_ours_to_read() -> None:
    with tempfile.TemporaryDirectory(prefix="cnistep-spool-") as folder:
        spool = Path(folder, "spool")
        spool.mkdir(mode=0o700)
        for mode in (0o755, 0o700):
            Path(folder).chmod(mode)
            assert as_nobody(spool) == f"the spool {spool} is not yours to read, as it may hold secrets: use sudo"


def as_nobody(spool: Path) -> str:
    """What another user is told."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        try:
            check_spool(spool)
        except PlaceError as error:
            os.write(theirs, str(error).encode())
        finally:
            os._exit(0)
    os.close(theirs)
    os.waitpid(child, 0)
    with open(ours, encoding="utf-8") as told:
        return told.read()


def test_the_environment_may_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CNISTEP_SPOOL", raising=False)
    assert default_spool() == Path("/run/cnistep/spool")
    monkeypatch.setenv("CNISTEP_SPOOL", "/elsewhere")
    assert default_spool() == Path("/elsewhere")
