"""SELinux labels of plugin folders."""

import pytest

from traces.diagnosis.facts import Node, PluginFile
from traces.diagnosis.labels import blocks_installers, denials_of, names_folder, type_of, unfit_folders

BIN = "/opt/cni/bin"
DENIED = 'avc:  denied  { write } for comm="cp" name="bin"'


def node(label: str, **more: object) -> Node:
    """A node whose plugin folder has that label."""
    return Node(labels={BIN: label}, **more)  # type: ignore[arg-type]


def test_type_is_the_third_part() -> None:
    assert type_of("system_u:object_r:usr_t:s0") == "usr_t"
    assert type_of("?") == "?"


def test_only_unfit_labels_are_named() -> None:
    assert unfit_folders(node("u:r:usr_t:s0")) == (BIN,)
    assert unfit_folders(node("u:r:container_file_t:s0")) == ()
    assert unfit_folders(Node()) == ()


@pytest.mark.parametrize("line", [DENIED, f'avc: denied {{ write }} path="{BIN}/x"'])
def test_denial_names_folder_or_what_is_in_it(line: str) -> None:
    assert names_folder(line, BIN)


def test_lines_that_deny_nothing_are_left_out() -> None:
    assert [each.quote for each in denials_of(node("x", denials=(f"granted {BIN}", DENIED)), BIN)] == [DENIED]


def test_unfit_and_empty_is_why_nothing_is_there() -> None:
    plugin = PluginFile(name="a", path=f"{BIN}/a")
    assert blocks_installers(node("u:r:usr_t:s0"))
    assert not blocks_installers(node("u:r:usr_t:s0", plugins=(plugin,)))
    assert blocks_installers(node("u:r:usr_t:s0", plugins=(plugin,), denials=(DENIED,)))
