"""What flannel's daemon leaves for its plugin."""

import pytest

from traces.cni.gojson import DecodeError
from traces.simulate.subnet_env import read_subnet_env


def test_every_field_is_read_the_last_one_of_a_name_wins() -> None:
    raw = (
        b"# by flanneld\nFLANNEL_NETWORK=10.1.0.0/16\nFLANNEL_NETWORK=10.244.0.0/16\nFLANNEL_SUBNET=10.244.3.1/24\n"
        b"FLANNEL_MTU=1450\nFLANNEL_IPMASQ=yes\nODD\n"
    )
    found = read_subnet_env(raw, "/x")
    assert (found.networks, found.subnets) == (("10.244.0.0/16",), ("10.244.3.0/24",))
    assert (found.mtu, found.ip_masq) == (1450, False)


def test_what_is_missing_is_named_with_the_file() -> None:
    with pytest.raises(DecodeError, match="/x is missing FLANNEL_MTU, FLANNEL_IPMASQ"):
        read_subnet_env(b"FLANNEL_IPV6_NETWORK=fd00::/48\nFLANNEL_IPV6_SUBNET=fd00::1/64\n", "/x")


@pytest.mark.parametrize("number", ["-1", "1.5", "4294967296", ""])
def test_an_mtu_out_of_range_is_refused(number: str) -> None:
    with pytest.raises(DecodeError, match="ParseUint"):
        read_subnet_env(f"FLANNEL_MTU={number}\n".encode(), "/x")
