"""A trace in a few words: what ran, for whom, where, and how it ended."""

from traces.model.network import Attachment
from traces.model.trace import Trace
from traces.timeline.glyphs import UNICODE, Glyphs
from traces.timeline.measure import duration_text, one_line

_PLACES = {
    "sandbox": "in the sandbox",
    "netns": "on this host",
    "node": "on the node, by its runtime",
    "local": "in the caller's namespaces",
}
_SHORT_ID = 13


def pod_name(attachment: Attachment) -> str:
    """«pod shop/web-0» where the runtime named one in CNI_ARGS, otherwise the beginning of the container ID."""
    args = dict(attachment.args)
    name, namespace = args.get("K8S_POD_NAME"), args.get("K8S_POD_NAMESPACE")
    if name:
        return one_line(f"pod {namespace}/{name}" if namespace else f"pod {name}")
    return one_line(f"container {attachment.container_id[:_SHORT_ID]}")


def network_name(trace: Trace) -> str:
    """The network and its version: «five 1.0.0»."""
    return one_line(f"{trace.network.name} {trace.network.cni_version}")


def place_words(trace: Trace) -> str:
    """Where the trace ran, in words that stand behind «ran» or «recorded»."""
    return _PLACES.get(trace.place, one_line(trace.place))


def failing_plugin(trace: Trace) -> str | None:
    """The plugin of the link that the verb failed at, or None."""
    if trace.failure is None or trace.failure.link is None:
        return None
    types = {link.index: link.type for link in trace.network.links}
    called = next((call.plugin for call in trace.calls if call.link == trace.failure.link), None)
    return one_line(called or types.get(trace.failure.link, "?"))


def outcome_words(trace: Trace, marks: Glyphs = UNICODE) -> str:
    """How it ended: «ok, 38 ms», «FAILED at portmap, code 11», or that it still runs."""
    if not trace.finished:
        return "under way"
    if trace.failure is not None:
        plugin = failing_plugin(trace)
        code = f", code {trace.failure.code}" if trace.failure.code is not None else ""
        return f"FAILED at {plugin}{code}" if plugin else f"FAILED{code}"
    spent = elapsed(trace)
    return f"ok, {duration_text(spent, marks)}" if spent else "ok"


def closing_lines(trace: Trace, marks: Glyphs = UNICODE) -> tuple[str, ...]:
    """What is said below the steps: what differs from a runtime's run, and the failing link with libcni's words."""
    lines = [f"note: {one_line(note)}" for note in trace.notes]
    if trace.simulated:
        lines.append(f"simulated: {one_line(', '.join(trace.simulated))}")
    if trace.failure is not None:
        plugin = failing_plugin(trace)
        where = f"link {trace.failure.link}, {plugin}: " if plugin else ""
        lines.append(f"{marks.cross} {where}{one_line(trace.failure.text)}")
    return tuple(lines)


def elapsed(trace: Trace) -> int:
    """Nanoseconds from the first call's start to the last end that was seen."""
    ends = [call.ended for call in trace.calls if call.ended is not None]
    return max(ends) - min(call.started for call in trace.calls) if ends else 0
