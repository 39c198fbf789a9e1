"""The executable that stands where a plugin's binary would."""

import json
import subprocess
from pathlib import Path

from tests.support.stand_ins import POD
from traces.runner.place import import_folders
from traces.simulate.executable import executable


def test_it_answers_as_the_plugin_and_ignores_python_s_variables(tmp_path: Path) -> None:
    place = tmp_path / "loop 'back"
    place.write_bytes(executable("loopback", makes=False, state=str(tmp_path / "it's"), import_from=import_folders()))
    place.chmod(0o755)
    environment = {**POD, "CNI_COMMAND": "ADD", "PYTHONPATH": str(tmp_path), "PYTHONSTARTUP": "/nonexistent"}
    (tmp_path / "json.py").write_text("raise SystemExit(9)")
    stdin = json.dumps({"cniVersion": "1.0.0", "name": "net", "type": "loopback"})
    done = subprocess.run([place], input=stdin, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["interfaces"] == [
        {"name": "lo", "mac": "00:00:00:00:00:00", "sandbox": "/run/netns/pod"}
    ]
    assert done.stderr == ""
