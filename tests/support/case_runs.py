"""Runs what a case asks for in the sandbox, with its plugins and its state, and gives the real traces."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.support.case_input import LOOPBACK, CaseInput
from tests.support.case_tree import BIN, NETNS, CaseTree
from traces.cni.anyjson import any_object
from traces.cni.conflist import load_file
from traces.cni.gojson import Members, dumps, parse
from traces.cni.network_conf import parse_list
from traces.cni.profiles.table import PROFILES
from traces.errors import ConfigError
from traces.model.network import Attachment, Network
from traces.model.trace import Trace
from traces.session.session import Session
from traces.store.codec import from_document, to_document

_DEADLINE = 2.0
"""Seconds that stand for the caller's deadline, however long that was."""
_PAST = 0.0


@dataclass(slots=True)
class CaseRuns:
    """The runs of one case."""

    tree: CaseTree
    path: str
    """The configuration file that the runtime uses, as the node has it."""
    runtime: str
    session: Session

    @property
    def of(self) -> CaseInput:
        """What is to be run."""
        return self.tree.of

    def prepare(self) -> None:
        """Bring the host of the sandbox to the state that the case tells of; keep what it says of its links."""
        for key, told in self.of.state.items():
            device = key.removesuffix("_addr")
            if device != key:
                self._sh(f"ip link add {device} type bridge; ip addr add {told} dev {device}; ip link set {device} up")
        for link in self._entries():
            if link.get("type") == "host-device":
                self._sh(f"ip link add {link['device']} type veth peer name {link['device']}-far")
        said = self._sh("ip -j -d addr")
        (self.tree.root / "commands/ip-addr.json").write_text(said)

    def recorded_before(self) -> Trace | None:
        """The ADD of an older pod, with the chain that the case says was recorded; its cache is put on the node."""
        chain = self.of.state.get("last_recorded_chain")
        if not chain:
            return None
        raw = any_object(self.of.files[self.path]) | {"plugins": [{"type": kind} for kind in chain]}
        older = parse_list(json.dumps(raw).encode(), self.path).network
        trace = self._run("ADD", older, Attachment(container_id="older", netns="/run/netns/older"))
        assert trace.cache_after, trace.error
        cache = self.tree.root / "var/lib/cni/results" / f"{older.name}-older-eth0"
        cache.parent.mkdir(parents=True, exist_ok=True)
        cache.write_bytes(trace.cache_after)
        return trace

    def asked(self) -> Iterator[Trace]:
        """The traces of what is asked for, and of what has to be there before; a file that can't be loaded has none."""
        try:
            network = load_file(f"{self.tree.root}{self.path}")
        except ConfigError:
            return
        verbs = self._verbs()
        if "ADD" in verbs and LOOPBACK not in self.of.programs and self.of.programs:
            loopback = PROFILES[self.runtime].loopback.network
            if loopback is not None:
                yield self._run("ADD", loopback, replace(self._attachment(), ifname="lo"))
        for verb in verbs:
            is_asked = verb in self.of.call or verb == "VALIDATE"
            if verb in ("ADD", "VALIDATE") or self._is_there(verb):
                yield self._run(verb, network, self._attachment(as_asked=is_asked), **self._options(verb))

    def _is_there(self, verb: str) -> bool:
        if verb == "CHECK" and "actual_mac" in self.of.state:
            mac = self.of.state["actual_mac"]
            self._sh(f"for dev in $(ls /sys/class/net | grep ^veth); do ip link set $dev address {mac}; done")
        return True

    def _verbs(self) -> Sequence[str]:
        verbs = re.findall(r"ADD|DEL|CHECK|GC|STATUS", self.of.call)
        needs_add = verbs and verbs[0] in ("DEL", "CHECK", "GC") and not self._has_cache()
        return ["ADD", *verbs] if needs_add else verbs or ["VALIDATE"]

    def _has_cache(self) -> bool:
        return any(path.startswith("/var/lib/cni/results/") for path in self.of.state)

    def _attachment(self, *, as_asked: bool = True) -> Attachment:
        env = self.of.env if as_asked else {}
        alive = self.of.state.get("containers_alive", ())
        pairs = (each.partition("=") for each in env.get("CNI_ARGS", "").split(";") if each)
        return Attachment(
            container_id="demo2" if "demo1" in alive else "demo1",
            netns=env.get("CNI_NETNS", NETNS),
            ifname=env.get("CNI_IFNAME", "eth0"),
            args=tuple((name, value) for name, _, value in pairs),
            capability_args=self.of.given.get("runtimeConfig", {}),
        )

    def _options(self, verb: str) -> dict[str, Any]:
        slow = any("sleep_s" in told.get(verb, {}) for told in self.of.stubs.values())
        expired = verb == "DEL" and "expired" in str(self.of.state.get("deadline", ""))
        options: dict[str, Any] = {"timeout": _PAST if expired else _DEADLINE} if expired or slow else {}
        return options | ({"valid_attachments": [("demo1", "eth0")]} if verb == "GC" else {})

    def _run(self, verb: str, network: Network, attachment: Attachment, **options: Any) -> Trace:
        return self._as_seen(self.session.run(verb, network, attachment, **options))

    def _as_seen(self, trace: Trace) -> Trace:
        """The trace as it would be if the tree were the node's own: its folders are where they are on a node."""
        text = json.dumps(to_document(trace)).replace(str(self.tree.root), "")
        seen = from_document(json.loads(text), source="case")
        keys = self.of.given.get("stdin_extra")
        return seen if keys is None or seen.verb != "GC" else _with_keys_of(seen, keys)

    def _sh(self, script: str) -> str:
        done = self.session.place.sandbox.run(("/bin/sh", "-c", script))
        assert done.exit_code == 0, (script, done)
        return done.stdout.decode()

    def _entries(self) -> Sequence[dict[str, Any]]:
        found = any_object(self.of.files.get(self.path, b"")).get("plugins", ())
        return [each for each in found if isinstance(each, dict)]


def open_session(tree: CaseTree, kept: Path) -> Session:
    """A session in a sandbox that has the case's plugins and files, and no stand-in that the case does not name."""
    programs = tree.root / BIN.lstrip("/")
    return Session(
        plugin_dirs=[programs], state_dir=kept, sandbox=True, simulate="none", files=tree.held(), snapshots="all"
    )


def _with_keys_of(trace: Trace, keys: dict[str, Any]) -> Trace:
    """GC as a libcni sends it that knows only these keys."""

    def sent(stdin: bytes) -> bytes:
        return dumps(Members((name, value) for name, value in parse(stdin) if name[:8] != "cni.dev/" or name in keys))

    return replace(trace, calls=tuple(replace(call, stdin=sent(call.stdin)) for call in trace.calls))
