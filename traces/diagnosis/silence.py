"""Why a verb ended well without calling a single plugin: libcni has such cases, and «ok» alone would mislead."""

from traces.cni.versions import allows
from traces.model.trace import Trace

_SINCE = {"GC": "1.1.0", "STATUS": "1.1.0"}


def why_silent(trace: Trace) -> str | None:
    """The reason, in words for the user; None where plugins were called, or the verb failed (libcni/api.go)."""
    if trace.calls or trace.failure is not None:
        return None
    network, verb = trace.network, trace.verb
    if (verb == "CHECK" and network.disable_check) or (verb == "GC" and network.disable_gc):
        return f"no plugin was called: the network says disable{verb.title() if verb == 'CHECK' else verb}"
    if not allows(network.cni_version, verb):
        return (
            f"no plugin was called: {verb} needs cniVersion {_SINCE[verb]}, and the network says {network.cni_version}"
        )
    if verb == "GC":
        return "no plugin was called: without a cached result libcni has nothing to collect"
    return None
