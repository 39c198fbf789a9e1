"""Whether the kernel would start a file."""

from dataclasses import replace

import pytest

from traces.diagnosis.facts import Node, PluginFile
from traces.diagnosis.starting import mode_words, trouble

NODE = Node(machine="x86_64")
GOOD = PluginFile(name="a", path="/opt/cni/bin/a", machine="x86_64", owner="0:0", size=9)


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({}, ""),
        ({"kind": "empty"}, "exec/empty-file"),
        ({"mode": 0o644}, "exec/mode"),
        ({"mount_options": ("rw", "noexec")}, "exec/noexec-mount"),
        ({"kind": "other"}, "exec/not-a-program"),
        ({"machine": "aarch64"}, "exec/wrong-arch"),
        ({"loader": "/lib/x", "loader_is_there": False}, "exec/missing-loader"),
        ({"kind": "script", "loader": "/lib/x", "loader_is_there": False}, "exec/missing-interpreter"),
        ({"kind": "unknown", "mode": 0}, ""),
        ({"mode": 0o644, "mount_options": ("noexec",)}, "exec/mode"),
    ],
)
def test_first_thing_that_forbids_it_counts(changes: dict[str, object], kind: str) -> None:
    assert trouble(NODE, replace(GOOD, **changes)) == kind  # type: ignore[arg-type]


def test_mode_is_written_as_ls_does() -> None:
    assert mode_words(GOOD) == "-rwxr-xr-x 0:0, mode 0755"
