"""Addresses out of pools."""

from pathlib import Path

import pytest

from tests.support.stand_ins import POD, no_network
from traces.simulate.ask import Ask
from traces.simulate.ground import Ground
from traces.simulate.plugin_error import PluginError
from traces.simulate.pools import Pools, first_of


def pools(state: Path, container: str = "c0ffee") -> Pools:
    """The pools of an agent, for a container."""
    environ = {**POD, "CNI_CONTAINERID": container}
    ground = Ground(state=str(state), run_network=no_network)
    return Pools(Ask(plugin="x", verb="ADD", environ=environ, stdin=b"{}", ground=ground), "agent")


def test_every_address_is_given_out_once_over_all_pools(tmp_path: Path) -> None:
    taken = [pools(tmp_path, f"c{number}").take(("10.1.0.0/30", "10.2.0.0/29")) for number in range(7)]
    assert [str(each) for each in taken] == [
        *("10.1.0.2", "10.2.0.2", "10.2.0.3", "10.2.0.4", "10.2.0.5", "10.2.0.6"),
        "None",
    ]


def test_what_is_given_back_is_given_out_last(tmp_path: Path) -> None:
    first = pools(tmp_path, "a").take(("10.2.0.0/29",))
    pools(tmp_path, "a").give_back()
    pools(tmp_path, "a").give_back()
    assert (str(first), str(pools(tmp_path, "b").take(("10.2.0.0/29",)))) == ("10.2.0.2", "10.2.0.3")


def test_one_address_can_be_asked_for(tmp_path: Path) -> None:
    assert pools(tmp_path).take_this("10.1.0.77") and not pools(tmp_path, "other").take_this("10.1.0.77")


def test_a_huge_pool_costs_nothing(tmp_path: Path) -> None:
    assert str(pools(tmp_path).take(("fd00::/8",))) == "fd00::2"


@pytest.mark.parametrize("pool", ["10.0.0.1/32", "10.0.0.0/31"])
def test_a_pool_without_room_gives_none(tmp_path: Path, pool: str) -> None:
    assert pools(tmp_path).take((pool,)) is None


def test_a_folder_that_can_t_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file")
    with pytest.raises(PluginError, match="mkdir /var: not a directory"):
        pools(tmp_path)


def test_the_first_address_is_the_node_s() -> None:
    assert [str(first_of(pool)) for pool in ("10.1.0.0/24", "fd00::/64")] == ["10.1.0.1", "fd00::1"]
