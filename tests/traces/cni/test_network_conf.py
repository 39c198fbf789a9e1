"""A conflist's bytes to a network."""

import json
from typing import Any

import pytest

from traces.cni.gojson import DecodeError
from traces.cni.network_conf import parse_list, upconvert
from traces.model.network import Network

LIST = "error parsing configuration list: "


def parse(**fields: Any) -> Network:
    fields = {"name": "net", "cniVersion": "1.0.0", "plugins": [{"type": "a"}]} | fields
    return parse_list(json.dumps({key: value for key, value in fields.items() if value is not ...}).encode()).network


def test_links_are_counted_and_re_encoded() -> None:
    network = parse(
        plugins=[{"type": "b", "a": 1.50, "capabilities": {"z": True, "m": True, "n": False}}, {"Type": "c"}]
    )
    assert [(link.index, link.type) for link in network.links] == [(0, "b"), (1, "c")]
    assert network.links[0].config == b'{"a":1.5,"capabilities":{"m":true,"n":false,"z":true},"type":"b"}'
    assert network.links[0].capabilities == ("m", "z")


def test_the_bytes_are_kept_as_they_were() -> None:
    raw = b'{ "name":"net", "plugins":[{"type":"a"}] }\n'
    assert parse_list(raw).network.raw == raw
    assert parse_list(raw).network.cni_version == ""


@pytest.mark.parametrize(
    ("versions", "single", "chosen"),
    [
        (["0.4.0", "1.0.0"], "0.3.1", "1.0.0"),
        (["0.10.0", "0.4.0"], ..., "0.10.0"),
        (["9.0.0"], "0.4.0", "0.4.0"),
        (["9.0.0"], "8.0.0", "8.0.0"),
        ([], "1.0.0", "1.0.0"),
    ],
)
def test_the_highest_version_that_libcni_knows_counts(versions: list[str], single: Any, chosen: str) -> None:
    assert parse(cniVersions=versions, cniVersion=single).cni_version == chosen


def test_switches_may_be_words() -> None:
    network = parse(disableCheck="TRUE", disableGC=True)
    assert (network.disable_check, network.disable_gc) == (True, True)
    assert parse(disableCheck="False").disable_check is False


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"name": ...}, f"{LIST}no name"),
        ({"name": None}, f"{LIST}invalid name type <nil>"),
        ({"cniVersion": 1}, f"{LIST}invalid cniVersion type float64"),
        ({"cniVersions": "1.0.0"}, f"{LIST}invalid type for cniVersions: []interface {{}}"),
        ({"cniVersions": [1]}, f"{LIST}invalid type for cniVersions index 0: float64"),
        ({"cniVersions": [], "cniVersion": "x"}, f'{LIST}invalid cniVersion x: failed to convert major version '
         'part "x": strconv.Atoi: parsing "x": invalid syntax'),
        ({"disableGC": 1}, f"{LIST}invalid type float64 for disableGC"),
        ({"disableCheck": "Yes"}, f'{LIST}invalid value "yes" for disableCheck'),
        ({"plugins": ..., "loadOnlyInlinedPlugins": True},
         f"{LIST}`loadOnlyInlinedPlugins` is true, and no 'plugins' key"),
        ({"plugins": None}, f"{LIST}invalid 'plugins' type <nil>"),
        ({"plugins": []}, f"{LIST}no plugins in list"),
        ({"plugins": [{"type": "a"}, {}]},
         "failed to parse plugin config 1: error parsing configuration: missing 'type'"),
        ({"plugins": [{"type": "a", "ipam": []}]}, "failed to parse plugin config 0: error parsing configuration: "
         "json: cannot unmarshal array into Go struct field PluginConf.ipam of type types.IPAM"),
    ],
)  # fmt: skip
def test_a_list_is_refused_in_libcni_s_words(fields: dict[str, Any], error: str) -> None:
    with pytest.raises(DecodeError) as caught:
        parse(**fields)
    assert str(caught.value) == error


def test_a_single_plugin_becomes_a_list_of_one() -> None:
    raw = b'{"type": "a", "name": "net", "cniVersion": "0.4.0", "z": 1}'
    entry = b'{"cniVersion":"0.4.0","name":"net","type":"a","z":1}'
    assert upconvert(raw) == b'{"cniVersion":"0.4.0","name":"net","plugins":[' + entry + b"]}"
