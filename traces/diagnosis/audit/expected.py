"""The file in git that nodes are to have, as what is compared: which file of a node it is, and its settings."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from traces.diagnosis.audit.look import FILE, NODE, THERE, Key, Look
from traces.diagnosis.audit.settings import TEXT, template_settings
from traces.errors import InputError


def read_expected(path: str, looks: Sequence[Look]) -> Mapping[Key, str]:
    """By key the value that every node is to have; what an installer fills in is left to the nodes.

    Raises InputError where the file is no configuration.
    """
    try:
        found = template_settings(Path(path).read_bytes())
    except OSError as error:
        raise InputError(f"--expect {path}: {error.strerror}; expected a conflist") from None
    if TEXT in found:
        raise InputError(f"--expect {path}: no JSON object; expected a conflist, as a node has it or as a template")
    name = _on_nodes(os.path.basename(path), found["/name"].value if "/name" in found else "", looks)
    wanted: dict[Key, str] = {(FILE, name, THERE): "there", (NODE, "", "file that is used"): name}
    filled_in = [each.key for each in found.values() if each.is_filled_in]
    wanted |= {(FILE, name, each.key): each.value for each in found.values() if not each.is_filled_in}
    return wanted | _surplus(name, set(found), filled_in, looks)


def _surplus(name: str, known: set[str], filled_in: Sequence[str], looks: Sequence[Look]) -> dict[Key, str]:
    """Settings that a node has in that file and git does not: they are not to be there."""
    keys = {key for each in looks for key in each.things if key[:2] == (FILE, name)}
    more = [key for key in keys if key[2] not in known and key[2] != THERE]
    return {key: "" for key in sorted(more) if not any(key[2].startswith(f"{each}/") for each in filled_in)}


def _on_nodes(name: str, network: str, looks: Sequence[Look]) -> str:
    """The file on the nodes that it is: of its own name, else the one of its network that the most nodes have."""
    counts: dict[str, int] = {}
    for each in looks:
        for (of, file, what), seen in each.things.items():
            if of == FILE and ((what == THERE and file == name) or (what == "/name" and seen.value == network)):
                counts[file] = counts.get(file, 0) + 1
    if name in counts or not counts:
        return name
    return max(sorted(counts), key=lambda file: counts[file])
