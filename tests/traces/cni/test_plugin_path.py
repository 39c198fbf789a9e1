"""Where a plugin is looked for."""

from collections.abc import Sequence

import pytest

from traces.cni.error_codec import LibcniError
from traces.cni.plugin_path import find_plugin


def nowhere(plugin: str, dirs: Sequence[str]) -> None:
    return


def test_a_plugin_is_where_it_is_found() -> None:
    assert find_plugin("bridge", ["/a", "/b"], lambda plugin, dirs: f"{dirs[1]}/{plugin}") == "/b/bridge"


@pytest.mark.parametrize(
    ("plugin", "dirs", "error"),
    [
        ("", ["/a"], "no plugin name provided"),
        ("../x", ["/a"], "invalid plugin name: ../x"),
        ("x", [], "no paths provided"),
        ("x", ["/a", "/b"], 'failed to find plugin "x" in path [/a /b]'),
    ],
)
def test_a_search_fails_in_libcni_s_words(plugin: str, dirs: list[str], error: str) -> None:
    with pytest.raises(LibcniError) as caught:
        find_plugin(plugin, dirs, nowhere)
    assert str(caught.value) == error
