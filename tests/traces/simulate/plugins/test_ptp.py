"""The stand-in for ptp, beside Debian's."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.both_ways import both_ways
from tests.support.ipam import EVERY_POD, with_ipam
from tests.support.needs import needs_namespaces, needs_plugins
from tests.support.stand_ins import ask
from traces.simulate.plugins.ptp import PLUGIN


@needs_namespaces
@needs_plugins
@pytest.mark.parametrize(("ipam", "ifname", "version"), EVERY_POD)
def test_it_answers_and_makes_what_debian_s_does(
    ipam: dict[str, Any] | None, ifname: str, version: str, tmp_path: Path
) -> None:
    real, simulated = both_ways(tmp_path, with_ipam({"type": "ptp", "mtu": 1300}, ipam), ifname=ifname, version=version)
    assert (simulated.calls, simulated.kernel) == (real.calls, real.kernel)


def test_without_ipam_every_verb_fails_as_the_real_one(tmp_path: Path) -> None:
    for verb in ("ADD", "CHECK", "DEL"):
        assert ask(PLUGIN, verb, tmp_path).document == {"code": 999, "msg": "no plugin name provided"}
