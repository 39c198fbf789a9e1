"""Everything without a screen: run, record, keep and replay CNI plugin chains.

    from traces import Attachment, Session, load_network

The layers, high to low; none imports one above it, and those in a line don't import each other:

    session                              the only door for the app
    diagnosis | export                   what a trace says is wrong; a trace for others to read
    timeline | runner | shim | store | simulate
                                         a trace in time; running; recording; keeping; stand-ins and faults
    kernel | cni | redaction             netlink and namespaces; the specification as libcni speaks it; secrets
    model                                frozen values
    errors
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from traces.cni.conflist import load_file, load_network
    from traces.errors import TraceError
    from traces.model.network import Attachment, Network
    from traces.model.trace import Trace
    from traces.session.session import Session

__all__ = ["Attachment", "Network", "Session", "Trace", "TraceError", "load_file", "load_network"]

_HOMES = {
    "Attachment": "traces.model.network",
    "Network": "traces.model.network",
    "Session": "traces.session.session",
    "Trace": "traces.model.trace",
    "TraceError": "traces.errors",
    "load_file": "traces.cni.conflist",
    "load_network": "traces.cni.conflist",
}


def __getattr__(name: str) -> Any:
    """Load a public name at its first use: the sandbox's helper, which imports little, starts from this package too."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
