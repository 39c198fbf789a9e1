import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.needs import needs_compiler
from traces.shim.image import patched
from traces.shim.swap import Pins, pinning, swap


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[int]:
    """A folder with two files, opened."""
    (tmp_path / "one").write_text("one")
    (tmp_path / "two").write_text("two")
    descriptor = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    yield descriptor
    os.close(descriptor)


@pytest.fixture
def pins() -> Iterator[Pins]:
    """Held to the end of the test."""
    with pinning() as held:
        yield held


def test_files_swap_their_places(tmp_path: Path, folder: int, pins: Pins) -> None:
    assert swap(folder, "one", folder, "two", pins.pin(folder, "one"), pins)
    assert ((tmp_path / "one").read_text(), (tmp_path / "two").read_text()) == ("two", "one")


def test_newer_file_goes_back_to_its_place(tmp_path: Path, folder: int, pins: Pins) -> None:
    expected = pins.pin(folder, "one")
    (tmp_path / "new").write_text("newer")
    (tmp_path / "new").replace(tmp_path / "one")
    assert not swap(folder, "one", folder, "two", expected, pins)
    assert ((tmp_path / "one").read_text(), (tmp_path / "two").read_text()) == ("newer", "two")


def test_file_with_new_content_goes_back_too(tmp_path: Path, folder: int, pins: Pins) -> None:
    expected = pins.pin(folder, "one")
    (tmp_path / "one").write_text("newer")
    assert not swap(folder, "one", folder, "two", expected, pins)
    assert (tmp_path / "one").read_text() == "newer"


def test_missing_file_is_said(folder: int, pins: Pins) -> None:
    expected = pins.pin(folder, "one")
    os.unlink("one", dir_fd=folder)
    with pytest.raises(FileNotFoundError):
        swap(folder, "one", folder, "two", expected, pins)


def test_writers_are_noticed(tmp_path: Path, folder: int, pins: Pins) -> None:
    pin = pins.pin(folder, "one")
    assert not pin.is_written()
    with open(tmp_path / "one", "a"):
        assert pin.is_written()
    assert not pin.is_written()


def test_links_are_not_followed(tmp_path: Path, folder: int, pins: Pins) -> None:
    (tmp_path / "link").symlink_to("one")
    with pytest.raises(OSError, match="Too many levels"):
        pins.pin(folder, "link")
    assert pins.find(folder, "absent") is None


@needs_compiler
def test_recorders_are_told_by_their_content(tmp_path: Path, folder: int, pins: Pins, recorder_image: bytes) -> None:
    (tmp_path / "one").write_bytes(patched(recorder_image, real="/x"))
    known = pins.pin(folder, "one")
    assert (known.recorder, known.settings and known.settings.real) == (True, "/x")
    later = recorder_image.replace(b"cnistep-settings\2", b"cnistep-settings\3")
    (tmp_path / "one").write_bytes(later)
    unknown = pins.pin(folder, "one")
    assert (unknown.recorder, unknown.settings) == (True, None)
    assert not pins.pin(folder, "two").recorder


def test_no_descriptor_is_left(tmp_path: Path, folder: int) -> None:
    before = os.listdir("/proc/self/fd")
    with pinning() as held:
        held.pin(folder, "one")
    assert os.listdir("/proc/self/fd") == before
