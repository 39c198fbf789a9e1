"""The helper: one small process without threads that makes a place, lives in it and executes plugins there.

A process with threads, like a TUI, can't enter a user namespace, and Python has `os.unshare` from 3.12 on only. So the
helper is started on its own, imports little, and is spoken to over a socket pair (wire.py). For the sandbox it is two:

    guard      outside; ends when the one that asked for the place ends, and takes the server with it
    server     process 1 of the place's pid namespace: builds the root, answers requests, collects the dead

When the server ends, for whatever reason, the kernel kills everything that was started in the place.
"""

import os
import select
import signal
import socket
import sys
import traceback
from collections.abc import Mapping
from typing import Any

from traces.kernel.namespaces import unshare_user
from traces.kernel.syscalls import CLONE_NEWNS, CLONE_NEWPID, die_with_parent, join_new_keyring, unshare
from traces.runner.hostplace import make_host_place
from traces.runner.inside import make_sandbox
from traces.runner.server import Server
from traces.runner.steps import Refused, step
from traces.runner.wire import receive, send


def main(descriptor: int) -> None:
    """Serve the one at the other end of the socket until it hangs up."""
    os.set_inheritable(descriptor, False)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # process 1 ignores what it has no handler for
    channel = socket.socket(fileno=descriptor)
    request = receive(channel)
    if request is None:
        return
    serve = {"host": serve_host, "sandbox": serve_sandbox}[request.header["place"]]
    try:
        serve(channel, request.header)
    except Refused as refusal:
        _report(channel, refusal)


def serve_sandbox(channel: socket.socket, spec: Mapping[str, Any]) -> None:
    """Become the guard, with the server as a child in namespaces of its own. Raises Refused."""
    asker = _watch(spec["asker"])
    sockets = host_sockets()
    os.chdir("/")
    with step("a user namespace"):
        unshare_user(root=True)
    with step("a mount namespace"):
        unshare(CLONE_NEWNS)
    with step("a pid namespace"):
        unshare(CLONE_NEWPID)
        server = os.fork()
    if server == 0:
        _serve_inside(channel, spec, sockets)
    channel.close()
    _guard(server, asker)


def serve_host(channel: socket.socket, spec: Mapping[str, Any]) -> None:
    """Serve from a mount namespace of our own; all else is the caller's. Raises Refused."""
    asker = _watch(spec["asker"])
    place = make_host_place(spec)
    send(channel, {"ready": True, "notes": []}, descriptors=[place.open_spool()])
    Server(channel, place, asker).serve()


def host_sockets() -> list[str]:
    """The paths on which the host's daemons listen, as far as this network namespace knows them."""
    try:
        with open("/proc/net/unix", errors="surrogateescape") as file:
            fields = [line.rstrip("\n").split(" ", 7) for line in file]
    except OSError:
        return []
    names = {line[-1].strip() for line in fields if len(line) == 8}
    return sorted(name for name in names if name.startswith("/"))


def _serve_inside(channel: socket.socket, spec: Mapping[str, Any], sockets: list[str]) -> None:
    status = 1
    try:
        die_with_parent(signal.SIGKILL)
        join_new_keyring()
        os.setsid()
        os.umask(0o022)
        place = make_sandbox(spec, sockets)
        send(channel, {"ready": True, "notes": place.notes}, descriptors=[place.open_spool()])
        Server(channel, place).serve()
        status = 0
    except Refused as refusal:
        _report(channel, refusal)
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        sys.stderr.flush()
        os._exit(status)


def _report(channel: socket.socket, refusal: Refused) -> None:
    error = refusal.error
    send(channel, {"refused": refusal.step, "errno": error.errno, "path": error.filename})


def _watch(asker: int) -> int | None:
    """A descriptor that is readable once the asker has ended; None before Linux 5.3, where only the socket tells."""
    try:
        watched = os.pidfd_open(asker)
    except OSError:
        return None
    if os.getppid() != asker:
        sys.exit(1)
    return watched


def _guard(server: int, asker: int | None) -> None:
    """Wait for the first of the two to end. PR_SET_PDEATHSIG alone won't do here: it follows the asker's thread."""
    if asker is not None:
        poll = select.poll()
        watched = os.pidfd_open(server)
        for descriptor in (watched, asker):
            poll.register(descriptor, select.POLLIN)
        if watched not in dict(poll.poll()):
            os.kill(server, signal.SIGKILL)
    os.waitpid(server, 0)
