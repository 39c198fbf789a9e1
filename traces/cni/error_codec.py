"""Errors of a chain: the CNI error object, and what libcni says of a process that failed (pkg/invoke/raw_exec.go)."""

from traces.cni.godecode import unmarshal
from traces.cni.goquote import quote
from traces.cni.goscalars import Integer, Text
from traces.cni.goscan import text
from traces.cni.gostruct import Struct

_ERROR = Struct("types.Error", {"code": Integer("uint"), "msg": Text(), "details": Text()})

_SIGNALS = {
    1: "hangup", 2: "interrupt", 3: "quit", 4: "illegal instruction", 5: "trace/breakpoint trap", 6: "aborted",
    7: "bus error", 8: "floating point exception", 9: "killed", 10: "user defined signal 1", 11: "segmentation fault",
    12: "user defined signal 2", 13: "broken pipe", 14: "alarm clock", 15: "terminated",
}  # fmt: skip
"""syscall/zerrors_linux_amd64.go: what Go calls a signal; the others are «signal N»."""


class LibcniError(Exception):
    """An error that libcni returns; the text is its own."""

    def __init__(self, message: str, *, code: int | None = None, link: int | None = None, details: str = "") -> None:
        super().__init__(f"{message}; {details}" if details else message)
        self.message, self.details = message, details
        """The parts of a CNI error's text (types.Error)."""
        self.code = code
        """The CNI error code, where a CNI error is in it."""
        self.link = link
        """The link that it is about, where there is one."""

    def within(self, words: str, link: int | None = None) -> "LibcniError":
        """The same error with words before it (fmt.Errorf, %w)."""
        return LibcniError(f"{words}{self}", code=self.code, link=self.link if link is None else link)


def plugin_error(stdout: bytes, stderr: bytes, ended: str) -> LibcniError:
    """What libcni makes of a plugin that failed; `ended` is how its process ended.

    With anything on stdout, stderr is dropped; where stdout is no error object, what could be read of one still counts.
    """
    if not stdout:
        if not stderr:
            return LibcniError(f"netplugin failed with no error message: {ended}", code=0)
        return LibcniError(f"netplugin failed: {quote(stderr)}", code=0)
    value, problem = unmarshal(stdout, _ERROR)
    message = value["msg"]
    if problem is not None:
        message = f"netplugin failed but error parsing its diagnostic message {quote(stdout)}: {problem}"
    return LibcniError(text(message), code=value["code"], details=text(value["details"]))


def how_it_ended(path: str, exit_code: int | None, signal: int | None, start_error: str | None) -> str:
    """How a process ended, in Go's words (os/exec, ExitError; os, PathError)."""
    if start_error is not None:
        return f"fork/exec {path}: {start_error}"
    if signal is not None:
        return f"signal: {_SIGNALS.get(signal, f'signal {signal}')}"
    return f"exit status {exit_code}"
