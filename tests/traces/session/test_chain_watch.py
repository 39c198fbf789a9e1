import json
from dataclasses import replace
from pathlib import Path

import pytest

from traces.cni.cache import cache_path, encode_cache
from traces.cni.conflist import load_file
from traces.cni.result_codec import read_result
from traces.model.events import ChainChanged
from traces.model.network import Attachment
from traces.session.chain_watch import ChainWatch, chain_line
from traces.session.node_network import Conflists


class Node:
    """A configuration folder, a result cache, and the watch over both."""

    def __init__(self, folder: Path) -> None:
        self.conf, self.cache = folder / "net.d", folder / "cni"
        self.conf.mkdir()
        self.conflists = Conflists(str(self.conf))
        self.watch = ChainWatch(self.conflists, str(self.cache))

    def write(self, *types: str, name: str = "pods", **top: object) -> Path:
        path = self.conf / f"{name}.conflist"
        plugins = [{"type": each} for each in types]
        path.write_text(json.dumps({"cniVersion": "1.0.0", "name": name, "plugins": plugins} | top))
        return path

    def attach(self, path: Path, pod: str, network: str = "") -> None:
        """What libcni keeps of an ADD with the file as it is now."""
        loaded = load_file(str(path))
        loaded = replace(loaded, name=network or loaded.name)
        args = (("K8S_POD_NAMESPACE", "shop"), ("K8S_POD_NAME", pod))
        attachment = Attachment(container_id=f"c-{pod}", netns="/ns", args=args)
        result = read_result(b'{"cniVersion":"1.0.0"}', "1.0.0")
        kept = Path(cache_path(str(self.cache), loaded.name, attachment))
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(encode_cache(loaded, attachment, result))

    def look(self) -> list[ChainChanged]:
        """What is said once the folder has settled."""
        self.conflists.refresh()
        first = list(self.watch.look())
        self.conflists.refresh()
        return first + list(self.watch.look())


@pytest.fixture
def node(tmp_path: Path) -> Node:
    return Node(tmp_path)


def test_pods_with_the_old_chain_are_named(node: Node) -> None:
    path = node.write("a", "b")
    for pod in ("web-1", "web-0"):
        node.attach(path, pod)
    assert node.look() == []
    node.write("a", "c")
    node.attach(path, "new")
    (change,) = node.look()
    assert (change.network, change.source, change.how) == ("pods", str(path), "has changed")
    assert change.pods == ("pod shop/web-0", "pod shop/web-1")
    assert chain_line(change) == (
        f"network pods has changed ({path}): pod shop/web-0, pod shop/web-1 run with what it was before"
    )
    assert node.look() == []


def test_a_file_written_otherwise_has_not_changed(node: Node) -> None:
    path = node.write("a", "b")
    node.attach(path, "web-0")
    node.look()
    path.write_text(json.dumps(json.loads(path.read_text()), indent=4))
    assert node.look() == []


def test_pods_that_run_with_an_older_chain_already_are_told_at_once(node: Node) -> None:
    path = node.write("a")
    node.attach(path, "web-0")
    node.write("b")
    assert [change.pods for change in node.look()] == [("pod shop/web-0",)]


def test_a_half_written_file_is_waited_for(node: Node) -> None:
    path = node.write("a")
    node.attach(path, "web-0")
    node.look()
    path.write_text('{"cniVersion"')
    node.conflists.refresh()
    assert list(node.watch.look()) == []
    assert node.watch.is_waiting
    node.write("a")
    assert node.look() == []
    assert not node.watch.is_waiting


def test_a_file_that_cannot_be_loaded_is_told_with_the_reason(node: Node) -> None:
    path = node.write("a")
    node.attach(path, "web-0")
    node.look()
    path.write_text('{"cniVersion"')
    (change,) = node.look()
    assert change.how.startswith("can't be loaded (pods.conflist: error parsing configuration list: unexpected end of")
    path.unlink()
    assert [change.how for change in node.look()] == ["is gone"]


def test_networks_that_never_stood_in_the_folder_are_not_gone(node: Node) -> None:
    """Those of a runtime's own, and of Multus's delegates."""
    node.attach(node.write("a"), "web-0", network="cni-loopback")
    assert node.look() == []


def test_without_pods_there_is_nothing_to_say(node: Node, tmp_path: Path) -> None:
    node.write("a")
    node.look()
    node.write("b")
    (tmp_path / "cni" / "results").mkdir(parents=True)
    (tmp_path / "cni" / "results" / "odd").write_text("no cache file")
    (tmp_path / "cni" / "results" / "folder").mkdir()
    assert node.look() == []


def test_many_pods_are_counted() -> None:
    pods = tuple(f"pod {number}" for number in range(8))
    line = chain_line(ChainChanged(network="n", source="f", how="has changed", pods=pods))
    assert line.endswith("(f): pod 0, pod 1, pod 2, pod 3, pod 4 and 3 more run with what it was before")
