"""What a stand-in can ask of its request."""

import json
from typing import Any

import pytest

from tests.support.stand_ins import POD, no_network
from traces.cni.result_types import FlatResult
from traces.simulate.ask import Ask
from traces.simulate.ground import Ground
from traces.simulate.plugin_error import PluginError


def asked(config: Any, **env: str) -> Ask:
    """A request with this configuration."""
    return Ask(
        plugin="one",
        verb="ADD",
        environ={**POD, **env},
        stdin=json.dumps(config).encode(),
        ground=Ground(run_network=no_network),
    )


def test_environment_and_configuration_are_at_hand() -> None:
    request = asked({"name": "net", "a": {"b": {"c": 1}}}, CNI_ARGS="K=V;IP=10.0.0.9;", CNI_PATH="/a:/b")
    assert (request.container_id, request.netns, request.ifname) == ("c0ffee", "/run/netns/pod", "eth0")
    assert (request.args, request.plugin_dirs) == ({"K": "V", "IP": "10.0.0.9"}, ("/a", "/b"))
    assert (request.network, request.version) == ("net", "0.1.0")
    assert request.section("a", "b") == {"c": 1}
    assert request.section("a", "none") == request.section("name") == {}


def test_prev_result_is_read_in_the_configuration_s_version() -> None:
    flat = asked({"cniVersion": "0.2.0", "prevResult": {"cniVersion": "0.2.0", "ip4": {"ip": "10.1.0.2/16"}}})
    assert isinstance(flat.prev_result_as_given, FlatResult)
    assert flat.prev_result and flat.prev_result.ips[0]
    assert flat.prev_result.ips[0].address == "10.1.0.2/16"
    assert asked({"cniVersion": "1.0.0"}).prev_result is None


@pytest.mark.parametrize("prev", [5, {"cniVersion": "0.4.0"}, {"cniVersion": "1.0.0", "ips": [{"address": "x"}]}])
def test_a_prev_result_that_is_none_is_refused(prev: Any) -> None:
    with pytest.raises(PluginError, match="could not parse prevResult: "):
        _ = asked({"cniVersion": "1.0.0", "prevResult": prev}).prev_result
