"""What of the host must not change: its network, its mounts, and the files that a chain would write."""

import os
import subprocess
from collections.abc import Mapping

_COMMANDS = (
    ("ip", "-d", "link"),
    ("ip", "addr"),
    ("ip", "route", "show", "table", "all"),
    ("ip", "rule"),
    ("ip", "netns"),
    ("nft", "list", "ruleset"),
    ("iptables-save",),
    ("ip6tables-save",),
    ("sysctl", "-a", "-r", r"^net\.ipv4\.(ip_forward|conf\.)"),
    ("cat", "/proc/self/mountinfo"),
    ("ls", "-ld", "/dev/null", "/dev/zero", "/dev/tty"),
)
FOLDERS = ("/etc", "/run", "/var/lib", "/opt", "/usr/lib/cni")


def fingerprint() -> Mapping[str, str]:
    """The host by what was looked at. Volatile counters (packets, bytes, comments with dates) are left out."""
    env = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"}
    seen = {}
    for command in _COMMANDS:
        done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
        lines = [line for line in done.stdout.splitlines() if not line.startswith("#")]
        seen[" ".join(command)] = "\n".join(lines)
    seen.update(_files())
    return seen


def _files() -> Mapping[str, str]:
    seen = {}
    for folder in FOLDERS:
        for parent, folders, files in os.walk(folder):
            for name in (*folders, *files):
                path = os.path.join(parent, name)
                found = os.lstat(path)
                seen[path] = f"{found.st_mode:o} {found.st_uid} {found.st_size} {found.st_mtime_ns} {found.st_ctime_ns}"
    return seen
