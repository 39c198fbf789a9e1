"""A trace in a line: what a list shows of it."""

from traces.model.summary import Summary
from traces.model.trace import Trace

_ERROR_KEPT = 300
"""Characters of an error that a list has room for."""


def summary_of(trace: Trace) -> Summary:
    """The summary of a trace."""
    branch, args = trace.branch_of, dict(trace.attachment.args)
    return Summary(
        id=trace.id,
        series=trace.series,
        verb=trace.verb,
        network=trace.network.name,
        container_id=trace.attachment.container_id,
        ifname=trace.attachment.ifname,
        place=trace.place,
        created=trace.created,
        calls=len(trace.calls),
        error=_clipped(trace.error) if trace.error else None,
        failed_plugin=_failed_plugin(trace),
        branch_of=branch.trace if branch else None,
        branch_link=branch.link if branch else None,
        how=branch.how if branch else None,
        edited=bool(branch and branch.edits),
        pod=args.get("K8S_POD_NAME", ""),
        namespace=args.get("K8S_POD_NAMESPACE", ""),
        finished=trace.finished,
    )


def unreadable(trace_id: str, created: str, why: str) -> Summary:
    """The summary of a file that cannot be read: a series of its own, with the reason as its error."""
    return Summary(
        id=trace_id,
        series=trace_id,
        verb="?",
        network="",
        container_id="",
        ifname="",
        place="",
        created=created,
        calls=0,
        error=_clipped(why),
    )


def _failed_plugin(trace: Trace) -> str | None:
    """The plugin of the link that the error is about; without a link, of the first call that failed."""
    if trace.failure and trace.failure.link is not None:
        return trace.network.links[trace.failure.link].type
    return next((call.plugin for call in trace.calls if call.failed), None) if trace.failure else None


def _clipped(text: str) -> str:
    return text if len(text) <= _ERROR_KEPT else f"{text[:_ERROR_KEPT]}…"
