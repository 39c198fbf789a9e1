"""The files of the result cache."""

import base64
import json
from dataclasses import replace

import pytest

from traces.cni.cache import cache_path, encode_cache, read_cached_attachment, read_cached_result
from traces.cni.error_codec import LibcniError
from traces.cni.gojson import DecodeError
from traces.cni.network_conf import parse_list
from traces.cni.result_codec import read_any
from traces.cni.result_types import encode_result
from traces.model.network import Attachment

NETWORK = parse_list(b'{"name": "net", "cniVersion": "1.0.0", "plugins": [{"type": "a"}]}').network
RESULT = read_any(b'{"cniVersion": "0.4.0", "ips": [{"version": "4", "address": "10.0.0.1/8"}]}')
POD = Attachment(container_id="c", netns="/n", args=(("K", "<"),), capability_args={"b": 2**53 + 1, "a": []})


def test_a_file_has_the_fields_in_their_order() -> None:
    config = base64.b64encode(NETWORK.raw).decode()
    head = f'{{"kind":"cniCacheV1","containerId":"c","config":"{config}","ifName":"eth0","networkName":"net",'
    args = '"netns":"/n","cniArgs":[["K","\\u003c"]],"capabilityArgs":{"a":[],"b":9007199254740992},'
    result = '"result":{"cniVersion":"0.4.0","dns":{},"ips":[{"address":"10.0.0.1/8","version":"4"}]}}'
    assert encode_cache(NETWORK, POD, RESULT).decode() == head + args + result


def test_empty_fields_are_left_out() -> None:
    fields = json.loads(encode_cache(NETWORK, Attachment(container_id="c", netns=""), RESULT))
    assert list(fields) == ["kind", "containerId", "config", "ifName", "networkName", "result"]


def test_what_was_written_is_read_again() -> None:
    found = read_cached_attachment(encode_cache(NETWORK, POD, RESULT))
    assert found is not None
    assert (found.network, found.config) == ("net", NETWORK.raw)
    assert found.attachment == replace(POD, capability_args={"a": [], "b": float(2**53)})
    assert found.result == b'{"cniVersion":"0.4.0","dns":{},"ips":[{"address":"10.0.0.1/8","version":"4"}]}'


@pytest.mark.parametrize(
    "raw", [b"", b"{}", b'{"kind": "cniCacheV1"}', b'{"kind": "cniCacheV1", "ifName": 1, "networkName": "n"}']
)
def test_other_files_are_passed_over(raw: bytes) -> None:
    assert read_cached_attachment(raw) is None


def test_a_result_is_read_in_the_list_s_version() -> None:
    raw = encode_cache(NETWORK, POD, RESULT)
    assert encode_result(read_cached_result(raw, "1.0.0")) == b'{"cniVersion":"1.0.0","ips":[{"address":"10.0.0.1/8"}]}'


def test_a_bare_result_is_read_as_older_versions_wrote_it() -> None:
    raw = b'{"cniVersion": "0.2.0", "ip4": {"ip": "10.0.0.1/8"}}'
    assert encode_result(read_cached_result(raw, "1.0.0")) == b'{"cniVersion":"1.0.0","ips":[{"address":"10.0.0.1/8"}]}'


def test_a_file_without_result_counts_as_an_empty_one() -> None:
    assert encode_result(read_cached_result(b'{"kind": "cniCacheV1"}', "1.0.0")) == b'{"cniVersion":"1.0.0"}'


@pytest.mark.parametrize(
    ("raw", "error"),
    [
        (b"", "decoding version from network config: unexpected end of JSON input"),
        (b'{"cniVersion": "7"}', 'unsupported CNI result version "7"'),
        (b'{"cniVersion": "1.1.0"}', 'failed to convert cached result to config version "0.4": '
         "no converter for CNI result version 1.1.0 to 0.4"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_told_in_libcni_s_words(raw: bytes, error: str) -> None:
    with pytest.raises(DecodeError) as caught:
        read_cached_result(raw, "0.4")
    assert str(caught.value) == error


def test_a_file_s_name_has_all_three_names() -> None:
    assert cache_path("/var/lib/cni/", "net", POD) == "/var/lib/cni/results/net-c-eth0"
    words = r'^cache file path requires network name \(""\), container ID \("c"\), and interface name \("eth0"\)$'
    with pytest.raises(LibcniError, match=words):
        cache_path("/x", "", POD)
