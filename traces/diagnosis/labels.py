"""SELinux labels of plugin folders: which one an installer in a container can write to, and who was refused."""

import re

from traces.diagnosis.facts import Node
from traces.model.finding import Evidence

EXPECTED = "container_file_t"
"""The type that a container's process may write to (container-selinux, container.fc: /opt/cni)."""
_FIT = frozenset((EXPECTED, "bin_t", "lib_t", "container_ro_file_t", "container_runtime_exec_t", "container_share_t"))
_DENIED = re.compile(r"avc:\s+denied\s+\{ ([\w ]+) \}")


def type_of(label: str) -> str:
    """The type of a label: usr_t of «system_u:object_r:usr_t:s0»; what is no label is itself."""
    parts = label.split(":")
    return parts[2] if len(parts) > 2 else label


def unfit_folders(node: Node) -> tuple[str, ...]:
    """The plugin folders whose label keeps installers in containers from writing to them."""
    return tuple(path for path in node.plugin_dirs if path in node.labels and type_of(node.labels[path]) not in _FIT)


def denials_of(node: Node, folder: str) -> tuple[Evidence, ...]:
    """The lines of the audit log that name the folder, or something in it."""
    lines = (line for line in node.denials if names_folder(line, folder))
    return tuple(Evidence(where="audit log", quote=line.strip()) for line in lines)


def names_folder(line: str, folder: str) -> bool:
    """Whether a line tells of something that was denied there: by its path, or by its last part, as for a write."""
    name = folder.rstrip("/").rpartition("/")[2]
    return bool(_DENIED.search(line)) and (folder in line or f'name="{name}"' in line)


def blocks_installers(node: Node) -> bool:
    """Whether the label is why a plugin is not there: an unfit folder, and a denial or an empty folder beside it."""
    there = {each.path.rpartition("/")[0] for each in node.plugins}
    return any(denials_of(node, folder) or folder not in there for folder in unfit_folders(node))
