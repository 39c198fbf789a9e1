"""Stand-ins that are loaded once for each sandbox: a server forks for every call, so that many calls take little time.

The executable that stands for one hands over its streams and waits. That the real executable works is checked where
whole chains are run.
"""

import os
import shlex
import sys
from collections.abc import Mapping

from tests.support.sandbox_place import PATH
from traces.runner.place import import_folders
from traces.runner.sandbox import Sandbox

FOLDER = "/run/stand-ins"
_SOCKET = f"{FOLDER}/.warm"
_PYTHON = (os.path.realpath(sys.executable), "-I", "-S", "-X", "utf8", "-c")
_SERVER = f"""
import os, signal, socket, sys
sys.path[:0] = {list(import_folders())!r}
from importlib import import_module
import pyroute2
from traces.session.stand_in import main
from traces.simulate.table import stand_in
for name in ("traces.runner.chain", "traces.runner.local", "traces.kernel.wiring"):
    import_module(name)
for name in sys.argv[1:]:
    stand_in(name)
listening = socket.socket(socket.AF_UNIX)
listening.bind({_SOCKET!r})
listening.listen(64)
if os.fork():
    os._exit(0)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    asked, _ = listening.accept()
    if os.fork():
        asked.close()
        continue
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    said, streams, *_ = socket.recv_fds(asked, 4096, 3)
    pid, plugin = said.decode().split(" ", 1)
    child = os.fork()
    if child:
        asked.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())
        os._exit(0)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    with open(f"/proc/{{pid}}/environ", "rb") as file:
        pairs = [pair.split(b"=", 1) for pair in file.read().split(b"\\0") if b"=" in pair]
    os.environb.clear()
    os.environb.update(pairs)
    main(plugin, "sandbox", "")
"""
_CLIENT = f"""
import _socket, os, sys
asking = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
asking.connect({_SOCKET!r})
streams = b"".join(number.to_bytes(4, sys.byteorder) for number in range(3))
said = f"{{os.getpid()}} {{sys.argv[1]}}".encode()
asking.sendmsg([said], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)])
os._exit(int(asking.recv(16) or b"99"))
"""


def warm_files(*plugins: str) -> Mapping[str, bytes]:
    """The executables to put into a sandbox, by path."""
    return {
        f"{FOLDER}/{plugin}": f"#!/bin/sh\nexec {shlex.join((*_PYTHON, _CLIENT, plugin))}\n".encode()
        for plugin in plugins
    }


def warm_up(box: Sandbox, *plugins: str) -> None:
    """Start their server; it ends with the sandbox."""
    box.run(("/bin/chmod", "755", *warm_files(*plugins)))
    script = f"{shlex.join((*_PYTHON, _SERVER, *plugins))} </dev/null >/dev/null 2>/run/warm.err"
    started = box.run(("/bin/sh", "-c", script), env=(PATH,))
    assert started.exit_code == 0, box.run(("/bin/cat", "/run/warm.err"))
