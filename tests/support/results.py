"""Results, and links that made one of another."""

import json
from typing import Any

from tests.support.traces import simple_call
from traces.model.call import Call

POD = "/run/netns/pod"


def result(**fields: Any) -> bytes:
    """A result with these fields, of 1.0.0 where none is given."""
    return json.dumps({"cniVersion": "1.0.0"} | fields).encode()


def link(before: bytes, after: bytes, **changes: Any) -> Call:
    """A link that was given one result, as prevResult, and answered the other."""
    stdin = b'{"cniVersion":"1.0.0","name":"n","prevResult":%b,"type":"x"}' % before
    given = {"stdin": stdin, "stdout": after, "environment": (f"CNI_NETNS={POD}".encode(),)}
    return simple_call(1, "x", **given | changes)
