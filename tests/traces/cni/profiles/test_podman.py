"""podman's choice of a file: a network by its name, out of lists alone (containers/common)."""

from pathlib import Path

import pytest

from tests.support.profiles import a_list, filled, plugins, words
from traces.cni.profiles.podman import choose
from traces.errors import ConfigError


def test_a_folder_means_the_default_network(tmp_path: Path) -> None:
    folder = filled(
        tmp_path / "conf",
        a_conflist="{",
        b_conflist=a_list("other", "x"),
        c_conflist=a_list("a b", "x"),
        d_conflist=a_list("podman", "ghost"),
        e_conflist=a_list("podman", "x"),
    )
    choice = choose(folder, None, plugins(tmp_path / "bin", "x"))
    assert choice.network.source == f"{folder}/e.conflist"
    assert words(choice.decisions) == [
        ("a.conflist", "passed over"),
        ("c.conflist", "passed over"),
        ("d.conflist", "passed over"),
        ("the file", "e.conflist"),
    ]


def test_other_kinds_of_files_are_not_looked_at(tmp_path: Path) -> None:
    folder = filled(tmp_path / "conf", a_conf='{"name":"podman","type":"x"}', b_conflist=a_list("other", "x"))
    with pytest.raises(ConfigError, match=r"unable to find network with name or ID podman: .*it has other; name one"):
        choose(folder, None, plugins(tmp_path / "bin", "x"))


def test_a_named_network_needs_no_default(tmp_path: Path) -> None:
    folder = filled(tmp_path / "conf", a_conflist=a_list("mine", "x"))
    assert choose(folder, "mine", plugins(tmp_path / "bin", "x")).network.name == "mine"
