"""Records of calls, made by hand: what a node's recorders would have written."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from traces.shim.asked import Asked, asked_in
from traces.shim.record import Ancestor, Record, State

MS = 1_000_000
RUNTIME = 7
"""The pid of the runtime."""
RUNNING: dict[str, Any] = {"state": State.RUNNING, "ended": None, "exit_code": None, "stdout": b""}
LOST: dict[str, Any] = RUNNING | {"state": State.LOST}
CUT: dict[str, Any] = RUNNING | {"state": State.CUT}
FAILED: dict[str, Any] = {"exit_code": 1, "stdout": b'{"code": 11, "msg": "no"}'}


def record(
    plugin: str,
    at: int,
    *,
    verb: str = "ADD",
    pod: str = "a",
    ifname: str = "eth0",
    network: str = "pods",
    above: Sequence[int] = (RUNTIME,),
    took: int = 2,
    previous: bool = False,
    stdin: dict[str, Any] | None = None,
    **changes: Any,
) -> Record:
    """A call that began and took so many milliseconds, of a container named after its pod.

    Its plugin's pid is a hundred times its begin; ``above`` are the pids of its ancestors.
    """
    asked: dict[str, Any] = {"cniVersion": "1.0.0", "name": network, "type": plugin}
    if previous:
        asked["prevResult"] = {"cniVersion": "1.0.0"}
    container = f"c-{pod}" if pod else ""
    variables = {"CNI_COMMAND": verb, "CNI_CONTAINERID": container, "CNI_NETNS": f"/ns/{pod}", "CNI_IFNAME": ifname}
    one = Record(
        name=f"{at * MS}-{at * 100 - 1}-{plugin}",
        state=State.COMPLETE,
        real=f"/real/{plugin}",
        started=at * MS,
        last_seen=(at + took) * MS,
        ended=(at + took) * MS,
        boot_id="boot",
        pid=at * 100 - 1,
        child=at * 100,
        pidns=1,
        ancestors=tuple(Ancestor(pid=pid, name="x") for pid in above),
        argv=(f"/opt/cni/bin/{plugin}".encode(),),
        environment=tuple(f"{name}={value}".encode() for name, value in variables.items()),
        stdin=json.dumps(asked if stdin is None else stdin).encode(),
        stdout=b'{"cniVersion": "1.0.0"}',
        stdin_whole=True,
        exit_code=0,
    )
    return replace(one, **changes)


def asked(*records: Record) -> list[Asked]:
    """The requests in the records."""
    return [asked_in(each) for each in records]
