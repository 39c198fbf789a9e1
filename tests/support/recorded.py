"""Recordings of real plugins, played to a stand-in: its delegates answer as they did, and note what they are given."""

import json
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.cli import plugin
from traces.session.stand_in import run_network
from traces.simulate.ground import Ground
from traces.simulate.skel import Answer, answer
from traces.simulate.table import stand_in

FOLDER = Path(__file__).parent / "recordings"
_VARIABLES = ("CNI_ARGS", "CNI_COMMAND", "CNI_CONTAINERID", "CNI_IFNAME", "CNI_NETNS", "CNI_PATH")
_NOTES = """read -r call <{notes}/count
echo $((call + 1)) >{notes}/count
cat >{notes}/$call.stdin
printf '%s\\n' {plugin} {variables} >{notes}/$call.env
cat {notes}/$call.stdout
exit $(cat {notes}/$call.exit)"""

Given = tuple[str, dict[str, str], bytes]
"""What a delegate was given: which plugin it is, CNI_* and stdin."""


def recording(name: str) -> dict[str, Any]:
    """A recording by the name of its file."""
    document: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())
    return document


@dataclass(frozen=True, slots=True, kw_only=True)
class Rig:
    """A folder that stands for a node: its plugins, and the files that stand-ins write."""

    folder: Path

    @property
    def bin(self) -> str:
        """The folder of the plugins."""
        return str(self.folder / "bin")

    @property
    def state(self) -> Path:
        """Below it the stand-ins' files are written."""
        return self.folder / "state"

    def file(self, path: str, text: str) -> None:
        """Put a file where a stand-in sees it at that path."""
        place = self.state / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def answers(self, *given: tuple[str, bytes, int]) -> None:
        """Make delegates that answer so, in this order: the plugin, its stdout, its exit code."""
        notes = self.folder / "notes"
        notes.mkdir(parents=True, exist_ok=True)
        for old in notes.iterdir():
            old.unlink()
        (notes / "count").write_text("100\n")
        variables = " ".join(f'"${name}"' for name in _VARIABLES)
        for number, (name, stdout, code) in enumerate(given, 100):
            (notes / f"{number}.stdout").write_bytes(stdout)
            (notes / f"{number}.exit").write_text(str(code))
            script = _NOTES.format(notes=shlex.quote(str(notes)), plugin=name, variables=variables)
            plugin(self.folder / "bin", name, script)

    def given(self) -> list[Given]:
        """What the delegates were given, in the order of their calls."""
        notes = self.folder / "notes"
        return [self._note(path) for path in sorted(notes.glob("*.env"))]

    def ask(self, name: str, verb: str, env: dict[str, str], stdin: bytes) -> Answer:
        """Ask a stand-in; a network that it runs is run in this process."""
        environ = {**env, "CNI_COMMAND": verb, "PATH": "/usr/bin:/bin"}
        return answer(stand_in(name), environ, stdin, Ground(state=str(self.state), run_network=run_network))

    def _note(self, path: Path) -> Given:
        name, *values = path.read_text().splitlines()
        return name, dict(zip(_VARIABLES, values, strict=True)), path.with_suffix(".stdin").read_bytes()


def play(rig: Rig, verb: dict[str, Any]) -> tuple[Answer, list[Given], dict[str, Any], list[Given]]:
    """One verb's first call that has delegates: what the stand-in answered and gave to them, and what the real one did.

    Folders of the recording are those of the rig.
    """
    asked = next(call for call in verb["calls"] if call["parent"] is None and call["plugin"] in ("flannel", "multus"))
    delegates = [call for call in verb["calls"] if call["parent"] == asked["id"]]
    rig.answers(*((call["plugin"], call["stdout"].encode(), call["exit"]) for call in delegates))
    got = rig.ask(asked["plugin"], verb["verb"], _here(rig, asked["env"]), _moved(rig, asked["stdin"]))
    wanted = [(call["plugin"], _here(rig, call["env"]), _moved(rig, call["stdin"])) for call in delegates]
    return got, rig.given(), asked, wanted


def _here(rig: Rig, env: dict[str, str]) -> dict[str, str]:
    return {name: value.replace("/opt/cni/bin", rig.bin) for name, value in env.items()}


def _moved(rig: Rig, stdin: str) -> bytes:
    return stdin.replace("/opt/cni/bin", rig.bin).encode()
