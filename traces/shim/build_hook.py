"""Puts the recorder into the wheel, and beside its sources in an editable install. Hatchling loads this by path.

A C compiler that links a static program makes it in a second. Only where there is none, the build asks for the PyPI
package ziglang, which brings a compiler of its own. CNISTEP_BUILD_ZIG=1 asks for that anyway, as the released wheels
do: zig's binaries are small and reproducible; CNISTEP_BUILD_ZIG=aarch64 also says for which machine. Outside Linux the
recorder is left out.
"""

import atexit
import os
import platform
import shutil
import sys
import sysconfig
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_ZIG = "ziglang>=0.13"
_NAME = "cnistep-shim"
_PLACE = f"traces/shim/{_NAME}"
_MACHINES = ("x86_64", "aarch64")


class CustomBuildHook(BuildHookInterface[Any]):
    """Builds the recorder for the wheel target."""

    def dependencies(self) -> list[str]:
        """What the build needs besides hatchling: zig, where it must come from PyPI."""
        return [_ZIG] if sys.platform == "linux" and self._wants_zig() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the recorder and have it packed. A wheel that holds it is for one platform, but for any Python."""
        if sys.platform != "linux":
            return
        target = self._target(build_data)
        build_data["pure_python"] = False
        if self._wants_zig():
            machine = _machine()
            if not self._compile().compile_with_zig(target, machine):
                raise RuntimeError(f"zig could not build the recorder for {machine}")
            build_data["tag"] = f"py3-none-manylinux2014_{machine}.musllinux_1_1_{machine}"
        else:
            if not self._compile().compile_with_cc(target):
                raise RuntimeError("the C compiler could not build the recorder")
            build_data["tag"] = "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")

    def _target(self, build_data: dict[str, Any]) -> Path:
        """Where the recorder is built: beside its sources; in a folder of its own where these are another user's."""
        folder = Path(self.root, "traces", "shim")
        if _may_write(folder):
            build_data["artifacts"].append(f"/{_PLACE}")
            return folder / _NAME
        # It has to be there until the wheel is written, which is after this hook: pip's build process ends right then.
        target = Path(tempfile.mkdtemp(prefix="cnistep-build-"), _NAME)
        atexit.register(shutil.rmtree, target.parent, ignore_errors=True)
        build_data["force_include"][str(target)] = _PLACE
        return target

    def _wants_zig(self) -> bool:
        if os.environ.get("CNISTEP_BUILD_ZIG", "0") not in ("", "0"):
            return True
        with tempfile.TemporaryDirectory() as workdir:
            return not self._compile().has_static_cc(Path(workdir))

    def _compile(self) -> ModuleType:
        """The module beside this one, loaded by path as this one was: nothing of ours is installed here."""
        spec = spec_from_file_location("cnistep_compile", Path(self.root, "traces", "shim", "compile.py"))
        assert spec is not None and spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        return module


def _may_write(folder: Path) -> bool:
    return os.access(folder, os.W_OK)


def _machine() -> str:
    wanted = os.environ.get("CNISTEP_BUILD_ZIG", "")
    machine = wanted if wanted in _MACHINES else platform.machine()
    if machine not in _MACHINES:
        raise RuntimeError(f"no recorder for {machine} from zig: install a C compiler that links static programs")
    return machine
