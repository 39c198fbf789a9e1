"""The bundled recordings: true runs of real plugins, kept with the command that made them."""

from dataclasses import dataclass
from pathlib import Path

from traces.errors import InputError
from traces.model.trace import Trace
from traces.store.archive import read_file

FOLDER = Path(__file__).parent.parent / "demos"


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """A bundled recording."""

    name: str
    title: str
    file: str


_PORTMAP = Demo(
    name="portmap",
    title="bridge and host-local, portmap, bandwidth, firewall, tuning: ADD, then DEL",
    file="portmap.json",
)
DEMOS = {demo.name: demo for demo in (_PORTMAP,)}


def open_demo(name: str) -> tuple[Trace, ...]:
    """The traces of a demo. Raises InputError, naming those that there are."""
    demo = DEMOS.get(name)
    if demo is None:
        raise InputError(f"{name}: no such demo; there is {', '.join(DEMOS)}")
    return read_file(FOLDER / demo.file)
