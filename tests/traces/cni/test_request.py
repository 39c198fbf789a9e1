"""The stdin of a link."""

import json
from typing import Any

import pytest

from traces.cni.gojson import DecodeError
from traces.cni.network_conf import parse_list
from traces.cni.request import VERSION_STDIN, build_gc_request, build_request, build_status_request, inject
from traces.cni.result_codec import read_any
from traces.model.network import Attachment, Network

POD = Attachment(container_id="c", netns="/n", capability_args={"portMappings": [{"hostPort": 80}], "mac": "x"})


def network(**entry: Any) -> Network:
    plugin = {"type": "a", "name": "own", "cniVersion": "0.1.0"} | entry
    return parse_list(json.dumps({"name": "net", "cniVersion": "1.0.0", "plugins": [plugin]}).encode()).network


def request(net: Network, prev: bytes | None = None) -> str:
    return build_request(net, net.links[0], POD, prev).decode()


def test_the_list_s_name_and_version_are_written_over() -> None:
    assert request(network(z="<")) == '{"cniVersion":"1.0.0","name":"net","type":"a","z":"\\u003c"}'


def test_only_declared_capabilities_are_passed() -> None:
    built = request(network(capabilities={"portMappings": True, "mac": False, "ips": True}))
    assert '"runtimeConfig":{"portMappings":[{"hostPort":80}]},"type"' in built


def test_nothing_declared_means_no_runtime_config() -> None:
    assert "runtimeConfig" not in request(network(capabilities={"bandwidth": True}))


def test_a_result_stands_as_libcni_writes_it() -> None:
    net = network()
    result = read_any(b'{"cniVersion": "0.4.0", "x": 1, "ips": [{"address": "10.0.0.1/8", "version": "4"}]}')
    built = build_request(net, net.links[0], POD, result)
    assert b'"prevResult":{"cniVersion":"0.4.0","ips":[{"version":"4","address":"10.0.0.1/8"}],"dns":{}}' in built


def test_given_bytes_stand_as_they_are_without_spaces() -> None:
    assert '"prevResult":{"z":1.0,"a":{}},' in request(network(), b'{ "z": 1.0, "a": {} }')


def test_a_prev_result_that_is_no_object_is_refused() -> None:
    with pytest.raises(DecodeError, match=r"cannot unmarshal array into Go struct field PluginConf\.prevResult"):
        request(network(), b"[]")


def test_gc_names_the_valid_attachments_twice() -> None:
    net = network()
    valid = '[{"containerID":"c","ifname":"eth0"}]'
    start = f'{{"cni.dev/attachments":{valid},"cni.dev/valid-attachments":{valid},"cniVersion":"1.0.0",'
    assert build_gc_request(net, net.links[0], [("c", "eth0")]).decode().startswith(start)
    assert b'"cni.dev/attachments":[],' in build_gc_request(net, net.links[0], [])


def test_status_and_version_have_no_more_than_they_need() -> None:
    net = network()
    assert build_status_request(net, net.links[0]) == b'{"cniVersion":"1.0.0","name":"net","type":"a"}'
    assert VERSION_STDIN == b'{"cniVersion":"1.1.0"}'


def test_what_is_no_configuration_cannot_be_written_over() -> None:
    with pytest.raises(DecodeError, match=r"^unmarshal existing network bytes: "):
        inject(b"[]", {"name": "x"})
    with pytest.raises(DecodeError, match="missing 'type'"):
        inject(b"{}", {"name": "x"})
