"""The recorder, compiled once without a warning, and rigs around it."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.support.gate import GATED, attended
from tests.support.shim_rig import SOURCES, Rig, RigMaker, compiled, heed_signals
from traces.shim.compile import WRAPPED


@pytest.fixture(scope="session")
def recorder_image(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The recorder, made by this machine's compiler with every warning an error."""
    target = tmp_path_factory.mktemp("recorder") / "cnistep-shim"
    return compiled(target, *sorted(SOURCES.glob("*.c")), flags=WRAPPED).read_bytes()


@pytest.fixture(scope="session")
def actor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plugin that does what a shell script cannot."""
    source = Path(__file__).parents[2] / "support" / "shim_actor.c"
    return compiled(tmp_path_factory.mktemp("actor") / "actor", source)


@pytest.fixture
def make_rig(recorder_image: bytes, request: pytest.FixtureRequest) -> Iterator[RigMaker]:
    """Makes rigs: of a shell script or a program, with settings. Any user can reach them.

    With the parameter GATED somebody lets all of their calls go at a gate.
    """
    heed_signals()
    gated = getattr(request, "param", "") == GATED
    with tempfile.TemporaryDirectory(prefix="cnistep-rig-") as folder, ExitStack() as stack:
        Path(folder).chmod(0o755)
        count = iter(range(1000))
        gate = Path(folder, "gate")
        if gated:
            stack.enter_context(attended(gate))
            gate.chmod(0o666)

        def make(program: str | Path, *, name: str = "plugin", **settings: Any) -> Rig:
            told = {"gate": str(gate), **settings} if gated else settings
            return Rig(Path(folder, str(next(count))), recorder_image, name, told).set_up(program)

        yield make
