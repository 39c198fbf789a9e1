"""Every stand-in can be had by its plugin's name."""

import pytest

from traces.simulate.table import NAMES, stand_in


@pytest.mark.parametrize("name", NAMES)
def test_each_plugin_has_a_stand_in_of_its_name(name: str) -> None:
    assert stand_in(name).name == name


def test_any_other_plugin_gets_the_generic_one() -> None:
    assert stand_in("ours-own").name == stand_in("../../etc/passwd").name == "generic"
