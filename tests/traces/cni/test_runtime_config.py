import json
from pathlib import Path

import pytest

from traces.cni.runtime_config import RuntimeConfig, read_runtime_config

V1 = '[plugins.cri.cni]\nbin_dir = "/one"\nconf_dir = "/conf"\n'
V2 = 'version = 2\n[plugins."io.containerd.grpc.v1.cri".cni]\nbin_dir = "/two"\n'
V3 = 'version = 3\n[plugins."io.containerd.cri.v1.runtime".cni]\nbin_dirs = ["/three", "/four/"]\nbin_dir = ""\n'
CONTAINERD = "/etc/containerd/config.toml"


def put(root: Path, path: str, content: str) -> None:
    file = root / path.lstrip("/")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content)


def dirs(config: RuntimeConfig) -> list[str]:
    return [folder.path for folder in config.plugin_dirs]


def read(root: Path) -> RuntimeConfig:
    return read_runtime_config(str(root))


def test_node_without_a_runtime_names_nothing(tmp_path: Path) -> None:
    assert read(tmp_path) == RuntimeConfig(plugin_dirs=(), conf_dirs=(), complaints=())


@pytest.mark.parametrize(("content", "named"), [(V1, ["/one"]), (V2, ["/two"]), (V3, ["/three", "/four"])])
def test_containerd_has_three_layouts(tmp_path: Path, content: str, named: list[str]) -> None:
    put(tmp_path, CONTAINERD, content)
    assert dirs(read(tmp_path)) == named


def test_it_is_said_where_a_folder_is_named(tmp_path: Path) -> None:
    put(tmp_path, CONTAINERD, V1)
    config = read(tmp_path)
    assert config.plugin_dirs[0].source == 'containerd: /etc/containerd/config.toml, plugins."cri".cni.bin_dir'
    assert [folder.path for folder in config.conf_dirs] == ["/conf"]


def test_containerd_has_a_default(tmp_path: Path) -> None:
    put(tmp_path, CONTAINERD, "version = 2\n")
    (folder,) = read(tmp_path).plugin_dirs
    assert folder.path == "/opt/cni/bin"
    assert "default" in folder.source


def test_what_containerd_imports_is_read_too(tmp_path: Path) -> None:
    put(tmp_path, CONTAINERD, 'imports = ["conf.d/*.toml", "/absent.toml"]\n')
    put(tmp_path, "/etc/containerd/conf.d/cni.toml", V2)
    assert dirs(read(tmp_path)) == ["/two"]


def test_k3s_has_its_containerd_elsewhere(tmp_path: Path) -> None:
    put(tmp_path, "/var/lib/rancher/k3s/agent/etc/containerd/config.toml", V3)
    assert dirs(read(tmp_path)) == ["/three", "/four"]


def test_later_files_of_crio_overrule(tmp_path: Path) -> None:
    put(tmp_path, "/etc/crio/crio.conf", '[crio.network]\nplugin_dirs = ["/a"]\nnetwork_dir = "/n"\n')
    put(tmp_path, "/etc/crio/crio.conf.d/10-x.conf", '[crio.network]\nplugin_dirs = ["/b", "/c"]\n')
    put(tmp_path, "/etc/crio/crio.conf.d/05-x.conf", '[crio.network]\nplugin_dirs = ["/d"]\n')
    config = read(tmp_path)
    assert dirs(config) == ["/b", "/c"]
    assert [folder.path for folder in config.conf_dirs] == ["/n"]


def test_podman_names_folders_and_appends_to_them(tmp_path: Path) -> None:
    put(tmp_path, "/usr/share/containers/containers.conf", '[network]\ncni_plugin_dirs = ["/a", "/b"]\n')
    assert dirs(read(tmp_path)) == ["/a", "/b"]
    put(tmp_path, "/etc/containers/containers.conf", '[network]\ncni_plugin_dirs = ["/c", {append = true}]\n')
    assert dirs(read(tmp_path)) == ["/a", "/b", "/c"]
    put(tmp_path, "/etc/containers/containers.conf", '[network]\ncni_plugin_dirs = ["/c"]\n')
    assert dirs(read(tmp_path)) == ["/c"]


def test_multus_has_a_folder_of_its_own(tmp_path: Path) -> None:
    put(tmp_path, "/etc/cni/net.d/00-multus.conf", json.dumps({"type": "multus", "binDir": "/multus"}))
    put(tmp_path, "/etc/cni/net.d/10-x.conflist", json.dumps({"plugins": [{"binDir": "/listed"}, 7]}))
    put(tmp_path, "/etc/cni/net.d/multus.d/daemon-config.json", json.dumps({"binDir": "/thick"}))
    put(tmp_path, "/etc/cni/net.d/broken.conf", "{")
    assert sorted(dirs(read(tmp_path))) == ["/listed", "/multus", "/thick"]


@pytest.mark.parametrize("content", [b"[plugins", b"\xff\xfe", b"a = " + b"[" * 5000])
def test_broken_file_is_complained_of(tmp_path: Path, content: bytes) -> None:
    put(tmp_path, CONTAINERD, "")
    (tmp_path / CONTAINERD.lstrip("/")).write_bytes(content)
    config = read(tmp_path)
    assert config.plugin_dirs == ()
    assert config.complaints[0].startswith(f"{CONTAINERD}: expected TOML: ")


@pytest.mark.parametrize("value", ["7", '["relative", 3, ""]', "{}"])
def test_nonsense_names_nothing(tmp_path: Path, value: str) -> None:
    put(tmp_path, "/etc/containers/containers.conf", f"[network]\ncni_plugin_dirs = {value}\n")
    assert dirs(read(tmp_path)) == []


def test_two_runtimes_that_agree_are_one_folder(tmp_path: Path) -> None:
    put(tmp_path, CONTAINERD, V2)
    put(tmp_path, "/etc/crio/crio.conf", '[crio.network]\nplugin_dirs = ["/a", "/two"]\n')
    assert dirs(read(tmp_path)) == ["/two", "/a"]
