"""A plugin that runs another: found on CNI_PATH, fed, and waited for, as the reference plugins do (pkg/invoke)."""

import os
import subprocess
import sys
from collections.abc import Mapping

from traces.cni.error_codec import LibcniError, how_it_ended, plugin_error
from traces.cni.gojson import DecodeError
from traces.cni.plugin_path import find_plugin
from traces.cni.result_codec import read_result, result_version
from traces.cni.result_convert import as_version
from traces.cni.result_types import ModernResult
from traces.simulate.ask import Ask
from traces.simulate.plugin_error import INTERNAL, PluginError


def delegate_add(ask: Ask, plugin: str, stdin: bytes | None = None) -> ModernResult:
    """Run the delegate's ADD and give its result in today's shape. Raises PluginError with what it answered."""
    stdin = ask.stdin if stdin is None else stdin
    stdout = delegate(ask, plugin, "ADD", stdin)
    try:
        result = as_version(read_result(stdout, result_version(stdin)), "1.1.0")
    except DecodeError as error:
        raise PluginError(str(error)) from None
    assert isinstance(result, ModernResult)
    return result


def delegate(
    ask: Ask, plugin: str, verb: str, stdin: bytes | None = None, changed: Mapping[str, str] | None = None
) -> bytes:
    """Run a delegate for a verb and give its stdout; its stderr goes where ours goes. Raises PluginError.

    It gets the same stdin, unless another is given, and our environment with what is changed.
    """
    environment = {**ask.environ, "CNI_COMMAND": verb, **(changed or {})}
    try:
        path = find_plugin(plugin, environment.get("CNI_PATH", "").split(":"), _find)
        return _execute(path, ask.stdin if stdin is None else stdin, environment)
    except LibcniError as error:
        code = INTERNAL if error.code is None else error.code
        raise PluginError(error.message, code=code, details=error.details) from None


def _find(plugin: str, dirs: object) -> str | None:
    assert isinstance(dirs, list)
    paths = (os.path.join(folder, plugin) for folder in dirs)
    return next((path for path in paths if os.path.isfile(path)), None)


def _execute(path: str, stdin: bytes, environment: Mapping[str, str]) -> bytes:
    try:
        done = subprocess.run([path], input=stdin, env=environment, capture_output=True, check=False)
    except OSError as error:
        raise plugin_error(b"", b"", how_it_ended(path, None, None, os.strerror(error.errno or 0).lower())) from None
    sys.stderr.buffer.write(done.stderr)
    sys.stderr.flush()
    if done.returncode == 0:
        return done.stdout
    code, signal = (done.returncode, None) if done.returncode > 0 else (None, -done.returncode)
    raise plugin_error(done.stdout, done.stderr, how_it_ended(path, code, signal, None))
