"""Runs of plugins that can't be started, so that there is a real trace of what libcni makes of it."""

import json
from pathlib import Path

from traces.cni.conflist import load_file
from traces.model.network import Attachment
from traces.model.trace import Trace
from traces.session.session import Session

PLUGIN = "lame"


def failing_run(folder: Path, content: bytes | None, mode: int = 0o755, verb: str = "ADD") -> Trace:
    """One verb over a chain of one plugin with that content; None: without it."""
    plugins = folder / "bin"
    plugins.mkdir()
    if content is not None:
        (plugins / PLUGIN).write_bytes(content)
        (plugins / PLUGIN).chmod(mode)
    path = folder / "10-lame.conflist"
    path.write_text(json.dumps({"cniVersion": "1.0.0", "name": "lame-net", "plugins": [{"type": PLUGIN}]}))
    session = Session(plugin_dirs=[plugins], cache_dir=folder / "cache", state_dir=folder / "state")
    try:
        return session.run(verb, load_file(str(path)), Attachment(container_id="c1", netns="/run/netns/none"))
    finally:
        session.close()
