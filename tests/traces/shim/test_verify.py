from pathlib import Path
from unittest.mock import patch

import pytest

from tests.support.needs import needs_compiler, needs_root
from tests.support.shim_rig import compiled, eventually, is_alive
from traces.shim.node import Node, Spot
from traces.shim.verify import Answer, ask_plugin, difference


@pytest.fixture
def spot(tmp_path: Path) -> Spot:
    """Where a plugin is to be."""
    return Spot(folder=str(tmp_path), name="plugin")


def put(spot: Spot, script: str) -> None:
    Path(spot.path).write_text(f"#!/bin/sh\n{script}\n")
    Path(spot.path).chmod(0o755)


def asked(spot: Spot) -> Answer:
    return ask_plugin(Node(), spot, spot.path)


def test_it_is_asked_as_libcni_asks(spot: Spot) -> None:
    put(spot, 'read x; echo "$CNI_COMMAND $CNI_NETNS $x"; exit 4')
    assert asked(spot) == Answer(status=4, stdout=b'VERSION dummy {"cniVersion":"1.0.0"}\n')


def test_plugin_that_hangs_is_stopped_with_its_children(spot: Spot, tmp_path: Path) -> None:
    put(spot, f"sleep 1000 & echo $! >{tmp_path}/pid; wait")
    with patch("traces.shim.verify._SECONDS", 0.3):
        assert asked(spot) == Answer(status="no answer in 0.3 seconds")
    child = int((tmp_path / "pid").read_text())
    assert eventually(lambda: not is_alive(child))


def test_file_that_does_not_start_is_an_answer(spot: Spot) -> None:
    Path(spot.path).touch(0o755)
    assert asked(spot).told() == "not started (Exec format error)"


def test_differences_are_told_in_words() -> None:
    answer = Answer(status=0, stdout=b"x")
    assert difference(answer, answer) == ""
    assert difference(answer, Answer(status=0)) == "other bytes on stdout through the recorder"
    killed = Answer(status=-11)
    assert difference(answer, killed) == "exit 0 by itself, killed by SIGSEGV through the recorder"


@needs_root
@needs_compiler
def test_plugin_of_a_node_mounted_elsewhere_sees_that_node(tmp_path: Path) -> None:
    source = tmp_path / "plugin.c"
    source.write_text('#include <unistd.h>\nint main(void) { return access("/here", F_OK) == 0 ? 7 : 8; }\n')
    root = tmp_path / "root"
    (root / "bin").mkdir(parents=True)
    (root / "here").touch()
    compiled(root / "bin" / "plugin", source)
    spot = Spot(folder="/bin", name="plugin")
    assert ask_plugin(Node(root=str(root)), spot, spot.path) == Answer(status=7)
