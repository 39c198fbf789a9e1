"""How a plugin's process ended, in libcni's words (pkg/invoke/raw_exec.go, os/exec)."""

import re
from dataclasses import replace

from traces.diagnosis.explain.template import says

_WHO = "libcni"
_KERNEL = "kernel"

TEMPLATES = (
    says(
        _WHO,
        "netplugin failed with no error message: {E}",
        "the plugin said nothing at all, neither on stdout nor on stderr",
        ended="stdout and stderr empty",
    ),
    says(
        _WHO,
        "netplugin failed with no error message",
        "the plugin said nothing at all, neither on stdout nor on stderr",
        "exit/silent",
        ended="stdout and stderr empty",
    ),
    says(
        _WHO,
        "netplugin failed: {Q}",
        "the plugin printed no error object; this is its stderr",
        "exit/stderr-only",
        empty=("exit/silent",),
        ended="stdout empty, a text on stderr",
    ),
    says(
        _WHO,
        "netplugin failed but error parsing its diagnostic message {Q}",
        "the plugin failed, and its stdout is no error object; its stderr is lost",
        "output/log-noise",
        empty=("exit/silent",),
        ended="not 0, and stdout is no error object",
    ),
    says(
        _WHO,
        "failed to unmarshal raw result: {E}",
        "the plugin ended well, and its stdout is no result",
        ended="exit status 0, and stdout is no result",
    ),
    says(
        _KERNEL,
        "fork/exec {path}: exec format error",
        "the kernel can't execute that file: another architecture, or no program at all",
        "exec/wrong-arch",
        ended="never started",
    ),
    says(
        _KERNEL,
        "fork/exec {path}: permission denied",
        "the kernel may not execute that file: its mode, a mount with noexec, or a security label",
        "exec/mode",
        "exec/noexec-mount",
        "exec/selinux-label",
        ended="never started",
    ),
    says(
        _KERNEL,
        "fork/exec {path}: no such file or directory",
        "the file was found, and what it needs to start is not there: its loader, or a script's interpreter",
        "exec/missing-loader",
        ended="never started",
    ),
    says(
        _KERNEL,
        "fork/exec {path}: text file busy",
        "somebody still writes that file",
        "exec/text-file-busy",
        ended="never started",
    ),
    says(
        _WHO,
        "signal: killed",
        "the process was killed: the caller's deadline passed, or the kernel was out of memory",
        "timeout/deadline",
        "exit/signal",
        ended="killed",
    ),
    says(_WHO, "signal: {signal}", "a signal ended the process", "exit/signal", ended="a signal: {signal}"),
    says(
        _WHO,
        "context deadline exceeded",
        "the caller's time was over",
        "timeout/deadline",
        ended="the caller's time was over",
    ),
    says(_WHO, "context canceled", "the caller gave up", "timeout/canceled", ended="the caller gave up"),
    replace(
        says(_WHO, "", "the process ended so", "exit/silent", ended="exit status {status}"),
        pattern=re.compile(r"\A[\s:]*exit status (?P<status>-?\d+)"),
    ),
    says(_KERNEL, "panic: ", "a Go program crashed", "output/panic", ended="a Go panic"),
    says(_KERNEL, "goroutine {goroutine} [running]", "a Go program crashed", "output/panic", ended="a Go panic"),
)
