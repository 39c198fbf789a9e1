"""What a record says of the request: which verb, for which attachment, over which network."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from traces.cni.anyjson import any_object
from traces.shim.assemble import plugin_of
from traces.shim.parents import variable
from traces.shim.record import Record

ADDED = ("name", "cniVersion", "prevResult", "runtimeConfig", "cni.dev/valid-attachments", "cni.dev/attachments")
"""What libcni writes into a link's configuration before it hands it over (libcni/api.go, buildOneConfig)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Asked:
    """One call's request. It is the same only as itself: of a record that has grown there is a new one."""

    record: Record
    plugin: str
    verb: str
    container: str
    ifname: str
    network: str | None
    """None while stdin is not wholly there, and where it is no JSON object or has no name."""
    is_link: bool
    """False where it is given another plugin's configuration, as IPAM plugins are: no runtime calls a link so."""
    has_previous: bool | None
    """Whether there is a prevResult; None where that can't be known."""
    config: str
    """The link's own configuration, the same text for the same content."""

    @property
    def name(self) -> str:
        """The record's."""
        return self.record.name

    def is_like(self, other: "Asked") -> bool:
        """Whether the same link was asked, as far as both configurations are known."""
        known = self.has_previous is not None and other.has_previous is not None
        return self.plugin == other.plugin and (self.config == other.config or not known)


def asked_in(record: Record) -> Asked:
    """The request of a record, as far as it is written."""
    stdin = any_object(record.stdin)
    plugin = plugin_of(record)
    network = stdin.get("name")
    return Asked(
        record=record,
        plugin=plugin,
        verb=variable(record, "CNI_COMMAND"),
        container=variable(record, "CNI_CONTAINERID"),
        ifname=variable(record, "CNI_IFNAME"),
        network=network if isinstance(network, str) and network else None,
        is_link=stdin.get("type", plugin) == plugin,
        has_previous="prevResult" in stdin if stdin else None,
        config=config_text(stdin),
    )


def config_text(document: Mapping[str, Any]) -> str:
    """A link's own configuration as one text, whatever the order of its keys; what the runtime adds is left out."""
    own = {key: value for key, value in document.items() if key not in ADDED}
    try:
        return json.dumps(own, sort_keys=True)
    except RecursionError:
        return ""
