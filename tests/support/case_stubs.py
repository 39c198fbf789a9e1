"""Plugins for built cases: scripts that behave as they are told, and otherwise only pass on what they are given."""

import json
import os
import shlex
import sys
from collections.abc import Mapping
from typing import Any

VERSIONS = ("0.1.0", "0.2.0", "0.3.0", "0.3.1", "0.4.0", "1.0.0", "1.1.0")
"""What a stub speaks that is not told otherwise."""
_PASS_ON = """
import json, os, sys
asked = json.loads(sys.argv[1])
version = asked["cniVersion"]
ip = {"address": "192.0.2.10/24"}
old = {"version": "4"} if version.startswith("0.") else {}
own = {
    "cniVersion": version,
    "interfaces": [{"name": os.environ["CNI_IFNAME"], "sandbox": os.environ["CNI_NETNS"]}],
    "ips": [{**old, **ip, "interface": 0}],
}
print(json.dumps(asked.get("prevResult") or own))
"""
_OPENS = """
import json, os, sys
path, magic = os.environ["CNI_NETNS"], sys.argv[1]
if magic not in ("6e736673", "9fa0"):
    print(json.dumps({"code": 999, "msg": f'failed to open netns "{path}": unknown FS magic on "{path}": {magic}'}))
    sys.exit(1)
"""
_SEEN = """unshare --mount sh -c 'umount -l "$CNI_NETNS"; stat -f -c %t "$CNI_NETNS"'"""
"""The magic number of the pod's netns in a mount namespace that has not got its mount, as a daemon's may not."""
_SPEAKS = """
import json, sys
version, spoken = json.loads(sys.argv[1])["cniVersion"], sys.argv[2:]
if version not in spoken:
    known = " ".join(json.dumps(each) for each in spoken)
    details = f'config is "{version}", plugin supports [{known}]'
    print(json.dumps({"cniVersion": version, "code": 1, "msg": "incompatible CNI versions", "details": details}))
    sys.exit(1)
"""


def stub_script(behaviour: Mapping[str, Any], *, opens_netns: bool = False) -> bytes:
    """The script of a stub: by verb ``{exit, stdout | stdout_raw, stderr, sleep_s}``, and ``supportedVersions``.

    A verb of which nothing is said passes prevResult on at ADD, and is silent else; a version that is not among those
    that are said is refused as plugins do (pkg/version/reconcile.go). With ``opens_netns`` it looks at ADD, from where
    it does not see it, whether CNI_NETNS is a namespace, with the words of the library for that (plugins/pkg/ns).
    """
    versions = behaviour.get("supportedVersions", VERSIONS)
    spoken = json.dumps({"cniVersion": "1.0.0", "supportedVersions": versions})
    verbs = {
        "VERSION": _says(spoken, 0),
        **{verb: _behaves(told) for verb, told in behaviour.items() if verb.isupper()},
    }
    look = f'{_python(_OPENS)} "$({_SEEN})" || exit 1\n' if opens_netns else ""
    speaks = f'[ "$CNI_COMMAND" = VERSION ] || {_python(_SPEAKS)} "$asked" {shlex.join(versions)} || exit 1\n'
    verbs.setdefault("ADD", f'{look}{_python(_PASS_ON)} "$asked"')
    cases = "".join(f"{verb})\n{body}\n;;\n" for verb, body in verbs.items())
    check = speaks if "supportedVersions" in behaviour else ""
    return f'#!/bin/sh\nasked=$(cat)\n{check}case "$CNI_COMMAND" in\n{cases}esac\n'.encode()


def _behaves(told: Mapping[str, Any]) -> str:
    slow = f"sleep {told['sleep_s']}\n" if "sleep_s" in told else ""
    stdout = told.get("stdout_raw", json.dumps(told["stdout"]) if "stdout" in told else "")
    stderr = f"printf '%s' {shlex.quote(told['stderr'])} >&2\n" if "stderr" in told else ""
    return f"{stderr}{slow}{_says(stdout, int(told.get('exit', 0)))}"


def _says(stdout: str, code: int) -> str:
    return f"printf '%s' {shlex.quote(stdout)}\nexit {code}"


def _python(script: str) -> str:
    return shlex.join([os.path.realpath(sys.executable), "-I", "-S", "-c", script])
