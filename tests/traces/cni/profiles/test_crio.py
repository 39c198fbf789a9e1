"""CRI-O's choice of a file: what is unfit is passed over (ocicni)."""

from pathlib import Path

import pytest

from tests.support.profiles import a_list, filled, plugins, words
from traces.cni.profiles.crio import choose
from traces.errors import ConfigError


def test_bad_files_are_passed_over_with_the_reason(tmp_path: Path) -> None:
    dirs = plugins(tmp_path / "bin", "x")
    folder = filled(
        tmp_path / "conf",
        a_conflist="{",
        b_conf=a_list("list in a conf", "x"),
        c_conflist=a_list("ghostly", "x", "ghost"),
        d_conflist=a_list("good", "x"),
        e_conflist=a_list("later", "x"),
    )
    choice = choose(folder, None, dirs)
    assert choice.network.name == "good"
    assert words(choice.decisions) == [
        ("a.conflist", "passed over"),
        ("b.conf", "passed over"),
        ("c.conflist", "passed over"),
        ("the file", "d.conflist"),
    ]
    assert choice.decisions[2].why == f'[failed to find plugin "ghost" in path [{dirs[0]}]]'
    assert choice.decisions[3].why == "the 4th of 5 by name, and the first that is fit for use"


def test_a_named_network_is_the_first_of_that_name(tmp_path: Path) -> None:
    dirs = plugins(tmp_path / "bin", "x", "y")
    folder = filled(
        tmp_path / "conf",
        a_conflist=a_list("other", "x"),
        b_conflist=a_list("net", "x"),
        c_conflist=a_list("net", "y"),
    )
    assert choose(folder, "net", dirs).network.source == f"{folder}/b.conflist"


def test_no_usable_file_is_said_in_its_words(tmp_path: Path) -> None:
    folder = filled(tmp_path, a_conflist=a_list("ghostly", "ghost"))
    with pytest.raises(ConfigError) as caught:
        choose(folder, None, ("/bin-a", "/bin-b"))
    assert str(caught.value) == (
        f"no CNI configuration file in {folder}. Has your network provider started? "
        '(a.conflist was passed over: [failed to find plugin "ghost" in path [/bin-a /bin-b]])'
    )


def test_a_missing_name_is_said_in_its_words(tmp_path: Path) -> None:
    folder = filled(tmp_path, a_conflist=a_list("other", "x"))
    with pytest.raises(ConfigError, match=r"^failed to find requested network name net$"):
        choose(folder, "net", plugins(tmp_path / "bin", "x"))
