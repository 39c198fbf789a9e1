import os
from pathlib import Path

import pytest

from tests.support.needs import needs_compiler
from traces.errors import InputError, PlaceError
from traces.shim import image
from traces.shim.compile import SOURCES
from traces.shim.image import Settings, is_recorder, is_same_program, patched, settings_of, shim_path


@needs_compiler
def test_settings_are_read_back(recorder_image: bytes) -> None:
    settings = {
        "real": "/opt/cni/bin/bridge",
        "home": "/home/\udcff",
        "spool": "/run/spool",
        "stream_limit": 1,
        "free_floor": 2,
        "file_limit": 3,
        "byte_limit": 1 << 40,
        "prune_every": 5,
        "poll_limit": 6,
        "sync": True,
        "gate": "/tmp/gate",
        "gate_seconds": 7,
    }
    content = patched(recorder_image, **settings)  # type: ignore[arg-type]
    assert settings_of(content) == Settings(**settings)  # type: ignore[arg-type]
    assert len(content) == len(recorder_image)


@needs_compiler
def test_patching_again_forgets_the_old_settings(recorder_image: bytes) -> None:
    once = patched(recorder_image, real="/a/long/path/of/a/plugin", spool="/spool")
    assert settings_of(patched(once, real="/b")) == Settings(real="/b")


@needs_compiler
def test_settings_of_the_first_version_are_known(recorder_image: bytes) -> None:
    """Nodes have such recorders: they are read, told from today's, and never patched as if they were today's."""
    now = patched(recorder_image, real="/a", home="/b", spool="/c", file_limit=3, gate="/what stands behind is no gate")
    before = now.replace(b"cnistep-settings\2", b"cnistep-settings\1")
    assert settings_of(before) == Settings(real="/a", home="/b", spool="/c", file_limit=3)
    assert is_recorder(before)
    assert not is_same_program(before, now)
    with pytest.raises(InputError, match="settings of version 1, expected version 2"):
        patched(before, real="/b")


@needs_compiler
def test_settings_make_no_other_program(recorder_image: bytes) -> None:
    one, other = patched(recorder_image, real="/a", gate="/g"), patched(recorder_image, real="/b", sync=True)
    assert is_same_program(one, other)
    assert not is_same_program(one, other + b"\0")


@needs_compiler
def test_image_holds_its_magic_once(recorder_image: bytes) -> None:
    assert recorder_image.count(b"cnistep-settings") == 1


@needs_compiler
def test_recorder_is_told_from_other_programs(recorder_image: bytes) -> None:
    assert is_recorder(patched(recorder_image, real="/b"))
    assert not is_recorder(recorder_image.replace(b"cnistep-settings", b"another-program!"))
    assert not is_recorder(b"a text about cnistep-settings")


def test_other_bytes_are_no_recorder() -> None:
    with pytest.raises(InputError, match="not a recorder"):
        settings_of(b"\x7fELF and so on")


@needs_compiler
def test_too_long_a_path_is_refused(recorder_image: bytes) -> None:
    with pytest.raises(InputError, match="a path of 4096 bytes, expected at most 4095"):
        patched(recorder_image, real="/" * 4096)
    assert settings_of(patched(recorder_image, real="/" * 4095)).real == "/" * 4095
    with pytest.raises(InputError, match="a path of 108 bytes, expected at most 107"):
        patched(recorder_image, real="/a", gate="/" * 108)
    assert settings_of(patched(recorder_image, real="/a", gate="/" * 107)).gate == "/" * 107


@needs_compiler
def test_unknown_versions_and_torn_blocks_are_refused(recorder_image: bytes) -> None:
    with pytest.raises(InputError, match="settings of version 3, expected version 2"):
        settings_of(recorder_image.replace(b"cnistep-settings\2", b"cnistep-settings\3"))
    begin = recorder_image.index(b"cnistep-settings")
    for length in (16, 19, 20, 12_000):
        with pytest.raises(InputError, match="not a recorder: no settings in it"):
            settings_of(recorder_image[: begin + length])


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source checkout without a binary."""
    sources = tmp_path / "traces" / "shim"
    sources.mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    for source in SOURCES.glob("*.[ch]"):
        (sources / source.name).write_bytes(source.read_bytes())
    monkeypatch.setattr(image, "SOURCES", sources)
    monkeypatch.setattr("traces.shim.compile.SOURCES", sources)
    return sources


@needs_compiler
def test_checkout_compiles_its_recorder_once(checkout: Path) -> None:
    first = shim_path()
    made = first.stat().st_ino
    assert first == checkout / "cnistep-shim"
    assert shim_path().stat().st_ino == made
    assert [file.name for file in checkout.iterdir() if "partial" in file.name] == []


@needs_compiler
def test_changed_sources_are_compiled_anew(checkout: Path) -> None:
    made = shim_path().stat().st_ino
    source = checkout / "shim.c"
    later = (checkout / "cnistep-shim").stat().st_mtime_ns + 10**9
    source.write_bytes(source.read_bytes())
    os.utime(source, ns=(later, later))
    assert shim_path().stat().st_ino != made


def test_without_compiler_and_binary_the_place_is_named(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(PlaceError, match=f"no recorder at {checkout}/cnistep-shim, and no C compiler"):
        shim_path()


def test_installed_binary_is_taken_as_it_is(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (checkout.parent.parent / "pyproject.toml").unlink()
    monkeypatch.setenv("PATH", "/nowhere")
    (checkout / "cnistep-shim").write_bytes(b"binary")
    assert shim_path().read_bytes() == b"binary"
