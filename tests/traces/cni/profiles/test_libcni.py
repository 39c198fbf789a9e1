"""libcni has no way to choose from a folder without a name."""

from pathlib import Path

import pytest

from tests.support.profiles import a_list, filled
from traces.cni.profiles.libcni import choose
from traces.errors import ConfigError


def test_a_folder_alone_is_refused_with_its_networks(tmp_path: Path) -> None:
    folder = filled(tmp_path, a_conflist=a_list("one", "x"), b_conflist="{", c_conflist=a_list("two", "x"))
    with pytest.raises(ConfigError, match=r"is a folder, .* by its name: .*\(it has one, two\).*--as containerd"):
        choose(folder, None, ())


def test_a_name_is_loaded_and_the_rule_told(tmp_path: Path) -> None:
    folder = filled(tmp_path, a_conflist=a_list("one", "x"), b_conflist=a_list("two", "x"))
    (decision,) = choose(folder, "two", ()).decisions
    assert (decision.decided, decision.source) == (
        "b.conflist",
        "containernetworking/cni libcni/conf.go, LoadNetworkConf",
    )
