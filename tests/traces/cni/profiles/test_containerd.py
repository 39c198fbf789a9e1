"""containerd's choice of a file, and the failures that it takes for none (go-cni)."""

from pathlib import Path

import pytest

from tests.support.profiles import a_list, filled
from traces.cni.config_help import ConflistError
from traces.cni.profiles.containerd import CONTAINERD, choose, forgives
from traces.errors import ConfigError

SINGLE = '{"cniVersion":"0.4.0","name":"single","type":"macvlan"}'


def test_the_first_file_counts_whatever_its_kind(tmp_path: Path) -> None:
    folder = filled(tmp_path, b_conflist=a_list("list", "x"), a_conf=SINGLE, c_json=SINGLE, d_txt="")
    choice = choose(folder, None, ())
    assert (choice.network.name, choice.network.source) == ("single", f"{folder}/a.conf")
    assert choice.decisions[0].line() == (
        "containerd: the file is a.conf: the first of 3 by name, and only one is loaded; were it bad, none would be "
        "(containerd/go-cni opts.go, loadFromConfDir)"
    )


def test_a_bad_first_file_is_the_end(tmp_path: Path) -> None:
    folder = filled(tmp_path, a_conflist="{", b_conflist=a_list("good", "x"))
    with pytest.raises(ConflistError) as caught:
        choose(folder, None, ())
    assert str(caught.value) == (
        f"cni config load failed: failed to load CNI config list file {folder}/a.conflist: error parsing configuration "
        "list: unexpected end of JSON input: invalid cni config: failed to load cni config"
    )
    assert (caught.value.source, caught.value.line) == (f"{folder}/a.conflist", 1)


def test_a_bad_later_file_is_never_read(tmp_path: Path) -> None:
    folder = filled(tmp_path, a_conflist=a_list("good", "x"), b_conflist="{")
    assert choose(folder, None, ()).network.name == "good"


def test_a_list_in_a_conf_file_has_no_type(tmp_path: Path) -> None:
    folder = filled(tmp_path, a_conf=a_list("list", "x"))
    with pytest.raises(ConfigError, match=r"failed to load CNI config file .*a.conf: .*missing 'type': invalid cni"):
        choose(folder, None, ())


def test_an_empty_folder_is_said_in_its_words(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        choose(str(tmp_path), None, ())
    assert str(caught.value) == (
        f"cni config load failed: no network config found in {tmp_path}: cni plugin not initialized: "
        "failed to load cni config"
    )


def test_a_missing_plugin_keeps_no_file_from_being_chosen(tmp_path: Path) -> None:
    folder = filled(tmp_path, a_conflist=a_list("one", "nowhere"), b_conflist=a_list("two", "x"))
    assert choose(folder, None, ()).network.name == "one"


def test_a_name_is_looked_for_as_libcni_does(tmp_path: Path) -> None:
    folder = filled(tmp_path, a_conflist=a_list("one", "x"), b_conflist=a_list("two", "x"))
    assert choose(folder, "two", ()).network.source == f"{folder}/b.conflist"


def test_its_loopback_network_is_go_cni_s_own() -> None:
    network = CONTAINERD.loopback.network
    assert network is not None
    assert (network.name, network.cni_version, [link.type for link in network.links]) == (
        "cni-loopback",
        "0.3.1",
        ["loopback"],
    )


@pytest.mark.parametrize(
    ("error", "netns", "why"),
    [
        ("link veth0 not found", "/run/netns/a", "its text has «not found»"),
        ("open x: no such file or directory", "", "the netns is gone, and its text has «no such file or directory»"),
        ("open x: no such file or directory", "/run/netns/a", ""),
        ("try again", "", ""),
    ],
)
def test_some_failures_of_del_are_taken_for_done(error: str, netns: str, why: str) -> None:
    assert forgives(error, netns) == why
