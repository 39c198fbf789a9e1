"""Networks out of a configuration directory, and what is said of a file that is at fault."""

import os
from pathlib import Path

import pytest

from traces.cni.config_help import ConflistError, version_hint
from traces.cni.conflist import list_networks, load_file, load_network
from traces.errors import ConfigError


def conflist(name: str, *types: str, extra: str = "") -> str:
    plugins = ", ".join(f'{{"type": "{each}"}}' for each in types)
    return f'{{"name": "{name}", "cniVersion": "1.0.0", "plugins": [{plugins}]{extra}}}'


def fill(folder: Path, **files: str) -> str:
    for name, content in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    return str(folder)


def types(folder: str, name: str = "net") -> list[str]:
    return [link.type for link in load_network(folder, name).links]


def test_the_first_file_with_the_name_counts(tmp_path: Path) -> None:
    folder = fill(tmp_path, b_conflist=conflist("net", "second"), a_conflist=conflist("net", "first"))
    assert types(folder) == ["first"]
    assert load_network(folder, "net").source == f"{folder}/a.conflist"


def test_a_list_comes_before_a_single_plugin(tmp_path: Path) -> None:
    single = '{"name": "net", "type": "single"}'
    folder = fill(tmp_path, a_conf=single, z_conflist=conflist("net", "list"), b_json='{"name": "other", "type": "x"}')
    assert types(folder) == ["list"]
    network = load_network(folder, "other")
    assert network.raw == b'{"cniVersion":"","name":"other","plugins":[{"name":"other","type":"x"}]}'


def test_a_bad_file_hides_those_after_it(tmp_path: Path) -> None:
    folder = fill(tmp_path, a_conflist="{", b_conflist=conflist("net", "a"))
    with pytest.raises(ConflistError, match="error parsing configuration list: unexpected end of JSON input") as caught:
        load_network(folder, "net")
    assert caught.value.source == f"{folder}/a.conflist"


def test_the_plugin_folder_adds_links(tmp_path: Path) -> None:
    folder = fill(tmp_path, a_conflist=conflist("net", "a"), net__2_conf='{"type": "c"}', net__1_conf='{"type":"b"}')
    fill(tmp_path, net__0_json='{"type": "no"}')
    assert types(folder) == ["a", "b", "c"]
    assert load_network(folder, "net").links[1].config == b'{"type":"b"}'


def test_the_plugin_folder_may_be_switched_off(tmp_path: Path) -> None:
    alone = conflist("net", "a", extra=', "loadOnlyInlinedPlugins": true')
    assert types(fill(tmp_path, a_conflist=alone, net__1_conf='{"type":"b"}')) == ["a"]


def test_the_plugin_folder_may_be_all_there_is(tmp_path: Path) -> None:
    folder = fill(tmp_path, a_conflist='{"name": "net"}', net__1_conf='{"type": "b"}')
    assert types(folder) == ["b"]
    fill(tmp_path, net__1_conf="{}")
    with pytest.raises(ConflistError, match="error parsing configuration: missing 'type'") as caught:
        load_network(folder, "net")
    assert caught.value.source == f"{folder}/net/1.conf"


def test_a_folder_is_no_configuration_but_a_link_may_be(tmp_path: Path) -> None:
    folder = fill(tmp_path, z_conflist=conflist("net", "a"))
    (tmp_path / "a.conflist").mkdir()
    assert types(folder) == ["a"]
    os.symlink("a.conflist", tmp_path / "b.conflist")
    with pytest.raises(ConfigError, match=r"error reading .*b\.conflist: read .*b\.conflist: is a directory"):
        load_network(folder, "net")


@pytest.mark.parametrize("files", [{}, {"a_txt": "x"}])
def test_an_empty_folder_is_told_from_a_wrong_name(tmp_path: Path, files: dict[str, str]) -> None:
    folder = fill(tmp_path, **files)
    with pytest.raises(ConfigError, match=f"^no net configurations found in {folder}$"):
        load_network(folder, "net")
    fill(tmp_path, a_conflist=conflist("other", "a"))
    with pytest.raises(ConfigError, match=f'^no net configuration with name "net" in {folder}$'):
        load_network(folder, "net")


def test_a_file_by_itself_may_be_a_list_or_a_plugin(tmp_path: Path) -> None:
    folder = fill(
        tmp_path, a_conflist=conflist("l", "a"), b_conf='{"name": "s", "type": "x"}', c_json=conflist("j", "b")
    )
    assert [load_file(f"{folder}/{name}").name for name in ("a.conflist", "b.conf", "c.json")] == ["l", "s", "j"]


def test_lists_within_a_plugin_s_configuration_make_it_no_list(tmp_path: Path) -> None:
    multus = '{"name": "m", "type": "multus", "delegates": [{"name": "d", "plugins": [{"type": "x"}]}]}'
    network = load_file(f"{fill(tmp_path, m_conf=multus)}/m.conf")
    assert (network.name, [link.type for link in network.links]) == ("m", ["multus"])


def test_a_missing_file_is_told_in_go_s_words(tmp_path: Path) -> None:
    path = tmp_path / "no.conflist"
    with pytest.raises(ConfigError, match=f"^error reading {path}: open {path}: no such file or directory$"):
        load_file(str(path))


def test_every_network_of_a_folder_is_listed_with_its_fault(tmp_path: Path) -> None:
    folder = fill(tmp_path, b_conf='{"name": "s", "type": "x"}', z_conflist=conflist("l", "a"), a_conflist="nope")
    (first, wrong), (second, good), (third, single) = list_networks(folder)
    assert [Path(path).name for path in (first, second, third)] == ["a.conflist", "z.conflist", "b.conf"]
    assert isinstance(wrong, ConflistError)
    assert [getattr(network, "name", None) for network in (good, single)] == ["l", "s"]


@pytest.mark.parametrize(
    ("content", "place", "hint"),
    [
        ('{\n  "name": "é", }', (2, 16, 18), "remove the comma before it"),
        ('{"plugins": [1,]}', (1, 16, 15), "remove the comma before it"),
        ("", (1, 1, 0), "the file is empty: write {"),
        ('{"name": "n" "plugins": []}', (1, 14, 13), "a comma is missing before it"),
        ("{} // x", (1, 4, 3), "JSON has no comments"),
        ("{'a': 1}", (1, 2, 1), "JSON has double quotes only"),
        ('{"plugins": [{"type": "a"}]}', (None, None, None), 'add "name": "NAME"'),
        ('{"name": "n"}', (None, None, None), 'add "plugins": [{"type": "PLUGIN"}]'),
        ('{"name": "n", "plugins": [{}]}', (None, None, None), 'add "type": "PLUGIN"'),
        ('{"name": 1}', (None, None, None), '"name" must be text in double quotes'),
    ],
)
def test_a_faulty_file_says_where_and_what_to_write(
    tmp_path: Path, content: str, place: tuple[int | None, int | None, int | None], hint: str
) -> None:
    folder = fill(tmp_path, a_conflist=content)
    with pytest.raises(ConflistError) as caught:
        load_file(f"{folder}/a.conflist")
    found = caught.value
    assert (found.line, found.column, found.offset) == place
    assert hint in found.hint


def test_a_list_without_version_is_told_what_it_counts_as() -> None:
    assert 'add "cniVersion": "1.0.0"' in version_hint("")
    assert version_hint("1.0.0") == ""
