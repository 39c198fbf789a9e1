"""Plugins that are not there, can't be executed, or end without an answer."""

from traces.diagnosis.explain.faults.fault import fault

FAULTS = {
    "binary/missing": fault(
        "no folder of CNI_PATH ({dirs}) has a plugin {plugin}",
        "ls -l {dirs}; cnistep doctor",
        "Install it there, or let the network's own installer do so; the chain fails on every ADD and DEL until then.",
    ),
    "exec/wrong-arch": fault(
        "the kernel can't execute {path}: it is built for another machine, is cut off, or is no program",
        "uname -m; head -c 20 {path} | od -A n -t x1",
        "Install the build for this machine; cnistep doctor reads the machine of every plugin.",
    ),
    "exec/mode": fault(
        "the kernel may not execute {path}: it lacks its execute bit, lies on a mount with noexec, or its label "
        "forbids it",
        "ls -lZ {path}; findmnt -no TARGET,OPTIONS -T {path}",
    ),
    "exec/missing-loader": fault(
        "{path} is there, and what starts it is not: its dynamic loader, or the interpreter in its first line",
        "head -c 64 {path} | strings; ldd {path}",
    ),
    "exec/text-file-busy": fault(
        "somebody was writing {path} while it was to be executed: an installer that copies over it",
        "fuser -v {path}",
        "It passes once the copy is done; an installer should write beside it and rename.",
    ),
    "exec/selinux-label": fault(
        "SELinux forbade it: the folder or file has a label that the process may not use",
        "ls -dZ /opt/cni/bin /etc/cni/net.d; ausearch -m avc -ts recent",
        "Relabel it (restorecon -R), then run the installer again.",
    ),
    "exec/helper-missing": fault(
        "{plugin} runs the program {helper}, which is in no folder of the PATH that the runtime gave it",
        "command -v {helper}; systemctl show containerd crio -p Environment",
        "Install it, or give the runtime's service a PATH that has it: a plugin gets the runtime's environment.",
    ),
    "exit/silent": fault(
        "{plugin} failed without a word on stdout and stderr",
        "cnistep run {run} {verb}",
        "The recorder keeps what it was given and how it ended; its own log may say more.",
    ),
    "exit/stderr-only": fault(
        "{plugin} failed and printed no CNI error object: what it wrote to stderr is all there is",
        "cnistep run {run} {verb}",
    ),
    "exit/signal": fault("a signal ended {plugin}: {signal}", "dmesg -T | tail -n 50"),
    "output/panic": fault(
        "{plugin} is a Go program that crashed; its exit status is 2, and the trace on stderr says where",
        "cnistep run {run} {verb}",
        "Rerun its link with the recorded stdin, and take fields of prevResult away until it stops crashing.",
    ),
    "output/log-noise": fault(
        "{plugin} wrote something else than its one JSON document to stdout: log lines, mostly",
        "cnistep run {run} {verb}",
        "Send its log to stderr or to a file (LOG_TARGET=stdout and the like do this).",
    ),
    "output/exit0-empty": fault(
        "{plugin} ended with exit status 0 and printed nothing, or half a result",
        "cnistep run {run} {verb}",
        "An ADD has to print a result; look at its stderr and its own log.",
    ),
    "del/never-executed": fault(
        "the deadline had passed before {plugin} was to be executed for DEL, so nothing was started and nothing "
        "cleaned up",
        "cnistep node watch",
        "A recorder on the node would have seen no call. What ADD made is still there: cnistep doctor lists it.",
    ),
    "timeout/never-executed": fault(
        "the deadline had passed before {plugin} was to be executed, so nothing was started",
        "cnistep node watch",
        "Look what took the time before: the links ahead of it, the image pull, the load of the node.",
    ),
    "timeout/deadline": fault(
        "the caller's deadline passed while {plugin} ran; or the kernel ran out of memory and killed it",
        "dmesg -T | grep -i 'killed process'; cnistep run {run} {verb}",
    ),
    "timeout/canceled": fault("the caller gave up before {plugin} was done", "cnistep node watch"),
    "timeout/lock-contention": fault(
        "{plugin} waits for the xtables lock, which one process at a time holds: kube-proxy, or its own siblings",
        "lsof /run/xtables.lock; pgrep -a iptables",
    ),
    "timeout/name-reserved": fault(
        "an earlier request for the same pod still runs in the runtime, which refuses a second one",
        "crictl pods -v --name {pod}",
        "The cause is what the first request waits for: look for the error or the slow plugin before it.",
    ),
}
