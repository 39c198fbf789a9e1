"""A plugin's answer to VERSION."""

import pytest

from traces.cni.gojson import DecodeError
from traces.cni.version_info import supported_versions


def test_the_versions_are_as_the_plugin_gave_them() -> None:
    assert supported_versions(b'{"cniVersion": "1.0.0", "supportedVersions": ["1.0.0", "0.4.0"]}') == ("1.0.0", "0.4.0")


def test_a_plugin_of_0_2_0_need_not_list_them() -> None:
    assert supported_versions(b'{"cniVersion": "0.2.0"}') == ("0.1.0", "0.2.0")


@pytest.mark.parametrize(
    ("stdout", "error"),
    [
        (b"", "decoding version info: unexpected end of JSON input"),
        (b"{}", "decoding version info: missing field cniVersion"),
        (b'{"cniVersion": "1.0.0", "supportedVersions": []}', "decoding version info: missing field supportedVersions"),
    ],
)
def test_an_answer_that_is_none_is_refused(stdout: bytes, error: str) -> None:
    with pytest.raises(DecodeError) as caught:
        supported_versions(stdout)
    assert str(caught.value) == error
