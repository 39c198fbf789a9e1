"""The bundled chains: run live in a sandbox, with stand-ins for what is not installed; and a recording of each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from traces.cni.conflist import load_file
from traces.errors import InputError
from traces.model.events import TraceEnded
from traces.model.network import Attachment, Network
from traces.model.trace import Trace
from traces.session.session import Session
from traces.store.archive import read_file

FOLDER = Path(__file__).parent.parent / "demos"
VERBS = ("ADD", "CHECK", "DEL")

_PORT = {"portMappings": [{"hostPort": 8080, "containerPort": 80, "protocol": "tcp"}]}
_RATES = {"ingressRate": 1000000, "ingressBurst": 1000000, "egressRate": 1000000, "egressBurst": 1000000}
_KUBECONFIG = ("/etc/cni/net.d/calico-kubeconfig", "calico.kubeconfig")
_ATTACHMENT = Attachment(
    container_id="5f3a9c0de1b24c7f8e60",
    netns="/run/netns/pod",
    args=(("IgnoreUnknown", "1"), ("K8S_POD_NAMESPACE", "shop"), ("K8S_POD_NAME", "web-0")),
    capability_args={**_PORT, "bandwidth": _RATES},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """A bundled chain."""

    name: str
    title: str
    conf: str
    """Its file, in the folder of chains."""
    needs: tuple[tuple[str, str], ...] = ()
    """The files that the chain reads: their paths on a node, and their names in the folder of chains."""

    @property
    def network(self) -> Network:
        """The chain."""
        return load_file(str(FOLDER / "chains" / self.conf))

    @property
    def files(self) -> Mapping[str, bytes]:
        """The files to be put into the sandbox, by their paths there."""
        return {path: (FOLDER / "chains" / name).read_bytes() for path, name in self.needs}

    def run(self, session: Session, verbs: Sequence[str] = VERBS) -> tuple[Trace, ...]:
        """Run the chain for a pod that does not exist, verb by verb. Raises PlaceError."""
        return tuple(event.trace for event in self._events(session, verbs) if isinstance(event, TraceEnded))

    def recording(self) -> tuple[Trace, ...]:
        """The same, recorded on another machine."""
        return read_file(FOLDER / "recordings" / f"{self.name}.json")

    def _events(self, session: Session, verbs: Sequence[str]) -> Iterator[Any]:
        network = self.network
        for verb in verbs:
            yield from session.follow(verb, network, _ATTACHMENT)


DEMOS = {
    demo.name: demo
    for demo in (
        Demo(
            name="calico",
            title="calico, portmap, bandwidth: one plugin makes the interface, two more dress it",
            conf="calico.conflist",
            needs=(_KUBECONFIG,),
        ),
        Demo(
            name="loopback",
            title="loopback, calico, portmap, bandwidth: what a link does not carry over is gone",
            conf="loopback.conflist",
            needs=(_KUBECONFIG,),
        ),
        Demo(
            name="flannel",
            title="flannel, calico: flannel has bridge and host-local do the work, calico adds policy",
            conf="flannel.conflist",
            needs=(_KUBECONFIG, ("/run/flannel/subnet.env", "subnet.env")),
        ),
        Demo(
            name="multus",
            title="multus: a plugin that runs a whole chain of its own, loopback and calico",
            conf="multus.conf",
            needs=(_KUBECONFIG,),
        ),
        Demo(
            name="portmap",
            title="bridge, portmap, bandwidth, firewall, tuning: the reference plugins, five in a row",
            conf="portmap.conflist",
        ),
    )
}


def find_demo(name: str) -> Demo:
    """The demo of that name. Raises InputError, naming those that there are."""
    demo = DEMOS.get(name)
    if demo is None:
        raise InputError(f"{name}: no such demo; there is {', '.join(DEMOS)}")
    return demo


def files_of(network: Network) -> Mapping[str, bytes]:
    """The files that a bundled chain reads, by their paths in the sandbox; none for any other network."""
    mine = (demo for demo in DEMOS.values() if (demo.network.name, demo.network.links) == (network.name, network.links))
    return next((demo.files for demo in mine), {})
