"""The process of a stand-in: reads its request as a plugin does, and gives its parts to each other."""

import os
import sys
import threading
from dataclasses import replace
from typing import NoReturn

from traces.kernel.lean import lean_pyroute2
from traces.model.network import Attachment, Network
from traces.simulate.ground import Ground
from traces.simulate.skel import answer
from traces.simulate.table import stand_in
from traces.simulate.wires import Wires


def main(plugin: str, ground: str, state: str) -> NoReturn:
    """Answer the request that the environment and stdin hold, and exit."""
    lean_pyroute2()
    in_sandbox = ground == "sandbox"
    place = (
        Ground(make_wires=_wiring, run_network=run_network)
        if in_sandbox
        else Ground(state=state, run_network=run_network)
    )
    stdin = b"" if os.environ.get("CNI_COMMAND") == "VERSION" else sys.stdin.buffer.read()
    given = answer(replace(stand_in(plugin), name=plugin), os.environ, stdin, place)
    sys.stdout.buffer.write(given.stdout)
    sys.stdout.flush()
    os._exit(given.exit_code)


def run_network(
    verb: str,
    network: Network,
    attachment: Attachment,
    plugin_dirs: tuple[str, ...],
    cache_dir: str,
    valid_attachments: tuple[tuple[str, str], ...] = (),
) -> bytes | None:
    """Run a verb over a network in this process's namespaces, by libcni's rules. Raises LibcniError."""
    from traces.cni.error_codec import LibcniError
    from traces.runner.chain import run_chain
    from traces.runner.local import LocalExecutor
    from traces.runner.plan import Plan

    plan = Plan(
        verb=verb,
        network=network,
        attachment=attachment,
        plugin_dirs=plugin_dirs,
        cache_dir=cache_dir,
        base_env=tuple(f"{name}={value}" for name, value in os.environ.items()),
        valid_attachments=valid_attachments,
    )
    chain = run_chain(plan, LocalExecutor(), threading.Event())
    try:
        while True:
            next(chain)
    except StopIteration as end:
        outcome = end.value
    if outcome.failure:
        raise LibcniError(outcome.failure.text, code=outcome.failure.code)
    result: bytes | None = outcome.result
    return result


def _wiring() -> Wires:
    """Loads pyroute2: only where something is made."""
    from traces.kernel.wiring import Wiring

    return Wiring()
