"""The names that libcni checks before an ADD."""

import pytest

from traces.cni.error_codec import LibcniError
from traces.cni.names import check_names
from traces.model.network import Attachment


def check(network: str = "net", container: str = "c0ffee", ifname: str = "eth0") -> None:
    check_names(network, Attachment(container_id=container, netns="", ifname=ifname))


@pytest.mark.parametrize("name", ["a", "A-b_c.9", "0"])
def test_usual_names_pass(name: str) -> None:
    check(network=name, container=name, ifname=name)


@pytest.mark.parametrize(
    ("changes", "error", "code"),
    [
        ({"container": ""}, "missing containerID", 3),
        ({"container": "a b"}, "invalid characters in containerID; a b", 4),
        ({"container": "a\n"}, "invalid characters in containerID; a\n", 4),
        ({"network": ""}, "missing network name:", 7),
        ({"network": "-a"}, "invalid characters found in network name; -a", 7),
        ({"ifname": ""}, "interface name is empty", 4),
        ({"ifname": "a" * 16}, "interface name is too long; interface name should be less than 16 characters", 4),
        ({"ifname": "éééééééé"}, "interface name is too long; interface name should be less than 16 characters", 4),
        ({"ifname": ".."}, "interface name is . or ..", 4),
        ({"ifname": "a\u3000b"}, "interface name contains / or : or whitespace characters", 4),
        ({"ifname": "a:1"}, "interface name contains / or : or whitespace characters", 4),
    ],
)
def test_a_bad_name_is_refused_with_its_code(changes: dict[str, str], error: str, code: int) -> None:
    with pytest.raises(LibcniError) as caught:
        check(**changes)
    assert (str(caught.value), caught.value.code) == (error, code)
