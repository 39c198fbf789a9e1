"""Names that are made of hashes."""

from tests.support.recorded import recording
from traces.simulate.names import hashed


def test_a_device_is_named_as_the_real_one_named_it() -> None:
    calls = recording("bridge-portmap-bandwidth-firewall-tuning-1.0.0")["verbs"][0]["calls"]
    asked = next(call for call in calls if call["plugin"] == "bandwidth")
    name = hashed(15, "bwp", "five" + asked["env"]["CNI_CONTAINERID"])
    assert len(name) == 15
    assert f'"{name}"' in asked["stdout"]


def test_a_chain_is_named_by_network_and_container() -> None:
    assert hashed(28, "CNI-DN-", "test" + "c0ffee") == "CNI-DN-e7f9bf18f505129c2d9ba"
