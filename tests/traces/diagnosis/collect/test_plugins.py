"""Files of plugin folders."""

import hashlib

from tests.support.node_trees import elf
from traces.diagnosis.collect.commands import Commands
from traces.diagnosis.collect.plugins import PluginFiles
from traces.diagnosis.collect.reading import Reader
from traces.diagnosis.collect.tree import Entry, HeldTree
from traces.diagnosis.facts import PluginFile

BIN = "/opt/cni/bin"
LOADER = "/lib/ld.so"


def files(held: dict[str, bytes], entries: dict[str, Entry] | None = None, *, hashes: bool = True) -> list[PluginFile]:
    """The plugin files of a tree in memory."""
    tree = HeldTree(held, entries or {})
    return list(PluginFiles(Reader(tree), Commands(tree)).of([BIN], hashes=hashes))


def test_file_is_what_its_bytes_say() -> None:
    (found,) = files({f"{BIN}/a": elf("aarch64")}, {f"{BIN}/a": Entry(kind="file", mode=0o755, owner="0:0", size=64)})
    assert (found.name, found.kind, found.machine, found.mode, found.owner) == ("a", "elf", "aarch64", 0o755, "0:0")
    assert found.sha256 == hashlib.sha256(elf("aarch64")).hexdigest()


def test_commands_add_what_the_file_does_not_tell() -> None:
    (found,) = files(
        {
            f"{BIN}/a": b"#!/bin/sh",
            "/commands/mounts": b"tmpfs /opt tmpfs noexec 0 0",
            "/commands/ls-Z": f"u:r:usr_t:s0 {BIN}/a".encode(),
            "/commands/versions.json": b'{"a": ["1.0.0"], "b": 7}',
        }
    )
    assert (found.mount_options, found.label, found.versions) == (("noexec",), "u:r:usr_t:s0", ("1.0.0",))


def test_loader_is_missed_only_in_a_whole_tree() -> None:
    plugin = {f"{BIN}/a": elf(loader=LOADER)}
    assert [each.loader_is_there for each in files(plugin)] == [True]
    assert [each.loader_is_there for each in files({**plugin, "/usr/bin/x": b""})] == [False]
    assert [each.loader_is_there for each in files({**plugin, LOADER: b""})] == [True]


def test_sum_stands_for_a_file_that_was_not_collected() -> None:
    (found,) = files({"/commands/sha256": f"{'a' * 64}  {BIN}/a\n{'b' * 64}  /elsewhere/b\n".encode()})
    assert (found.name, found.kind, found.sha256) == ("a", "unknown", "a" * 64)


def test_sums_are_left_out_where_nobody_needs_them() -> None:
    assert files({f"{BIN}/a": b"x"}, hashes=False)[0].sha256 == ""


def test_folder_and_dangling_link_are_no_programs() -> None:
    kinds = [each.kind for each in files({f"{BIN}/a/x": b"", f"{BIN}/b": b""}, {f"{BIN}/b": Entry(kind="dangling")})]
    assert kinds == ["folder", "dangling"]
