"""A snapshot of a network namespace of one's own, beside what iproute2 and nft print there."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.support.sandbox_namespace import in_own_namespaces
from traces.model.snapshot import Namespace, Snapshot
from traces.store.snapshot_codec import snapshot_of

_SCRIPT = """
import json, subprocess
from traces.kernel.snapshot import snapshot_wire
subprocess.run(["sh", "-ec", {setup!r}], check=True)
seen = snapshot_wire({argument!r})
printed = [subprocess.run(command, shell=True, check=True, capture_output=True, text=True).stdout
           for command in {commands!r}]
print(json.dumps([seen, printed]))
"""


class Look(NamedTuple):
    """What was seen."""

    snapshot: Snapshot
    host: Namespace
    printed: list[str]
    """What each command printed."""

    def json(self, place: int) -> Any:
        """What a command printed, as JSON."""
        return json.loads(self.printed[place])


def look(setup: str, commands: Sequence[str] = (), **wanted: Any) -> Look:
    """Set a new namespace up by a shell script, take a snapshot of it as of the host, and run the commands."""
    script = _SCRIPT.format(setup=setup, argument=wanted, commands=list(commands))
    seen, printed = json.loads(in_own_namespaces(script))
    snapshot = snapshot_of(seen, "the helper")
    assert snapshot.host is not None, snapshot.unread
    return Look(snapshot, snapshot.host, printed)
