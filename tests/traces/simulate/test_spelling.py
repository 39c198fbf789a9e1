"""Names that are nearly a plugin's."""

import pytest

from traces.simulate.spelling import meant
from traces.simulate.table import NAMES


@pytest.mark.parametrize(
    ("name", "near"),
    [("bandwdith", "bandwidth"), ("hostlocal", "host-local"), ("brige", "bridge"), ("port-map", "portmap")],
)
def test_a_slip_of_the_pen_is_found(name: str, near: str) -> None:
    assert meant(name, NAMES) == near


@pytest.mark.parametrize("name", ["bridge", "acme-policy", "ipvlan", "pt", "vlan", ""])
def test_other_names_are_taken_as_they_are(name: str) -> None:
    assert meant(name, NAMES) is None
