"""What the screen asks before it runs a verb of the open trace's network: what runs, for whom, where and as whom."""

from dataclasses import replace

from app.where import user, with_ipam
from traces.model.network import Attachment
from traces.model.trace import Trace
from traces.runner.rerun import POD_NETNS
from traces.timeline.headline import pod_name
from traces.timeline.measure import one_line
from traces.timeline.printable import printable
from traces.timeline.steps import links_in_order

VERBS = ("ADD", "CHECK", "DEL", "GC")


def run_question(trace: Trace, verb: str) -> tuple[str, str]:
    """The dialog's title and what it says."""
    order = links_in_order(replace(trace, verb=verb))
    plugins = ", ".join(printable(with_ipam(trace.network.links[index])) for index in order)
    attachment = trace.attachment
    facts = (
        ("verb", f"{verb} of the network {one_line(trace.network.name)}"),
        ("plugins", plugins),
        ("for", f"{pod_name(attachment)}, {one_line(attachment.ifname)}"),
        ("where", "the sandbox: what ran in it before is there, nothing of this host is touched"),
        ("as", f"{user()}; plugins that are not installed have stand-ins"),
        ("stepped", "it is held before each link; n goes on"),
    )
    return f"Run {verb} of this network, stepped?", "\n".join(f"{name}: {text}" for name, text in facts)


def in_sandbox(attachment: Attachment) -> Attachment:
    """The attachment with a netns path that can be made in a sandbox: another one stands for a process's."""
    if attachment.netns.startswith(("/run/", "/var/run/", "/tmp/")):
        return attachment
    return replace(attachment, netns=POD_NETNS)
