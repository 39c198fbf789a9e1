"""A trace in a line: what a list shows of it."""

from traces.cni.call_facts import facts_of
from traces.model.call_facts import pack_facts
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
        failed_plugin=trace.failed_plugin,
        branch_of=branch.trace if branch else None,
        branch_link=branch.link if branch else None,
        how=branch.how if branch else None,
        edited=bool(branch and (branch.edits or branch.environment)),
        pod=args.get("K8S_POD_NAME", ""),
        namespace=args.get("K8S_POD_NAMESPACE", ""),
        finished=trace.finished,
        calls_facts=pack_facts(facts_of(trace)),
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


def _clipped(text: str) -> str:
    return text if len(text) <= _ERROR_KEPT else f"{text[:_ERROR_KEPT]}…"
