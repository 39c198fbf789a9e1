"""«What is left behind?»: answered by the cache file and the last look at the kernel."""

import re
from collections.abc import Iterator, Mapping

from traces.lessons.kinds.kind import Kind
from traces.lessons.lesson import Step
from traces.lessons.moments import Moments, the_end
from traces.lessons.question import Choice, Question
from traces.lessons.runs import Runs, happens
from traces.lessons.table_fields import Fields
from traces.model.snapshot import Snapshot
from traces.model.trace import Trace
from traces.timeline.measure import one_line

_SHARED_FILE = re.compile(r".*/(lock|last_reserved_ip\.\d+)")
"""host-local's lock, and the address from which it goes on searching: no pod's."""
THINGS = {
    "cache": "libcni's cache file for this pod",
    "pod-interface": "the pod's interface",
    "host-end": "the host's end of the pod's cable",
    "bridge": "the bridge on the host",
    "reservation": "the reservation of the pod's address",
    "rules": "packet filter rules for this pod",
}
"""What can be left, in words."""
_NOTHING = "nothing of all this"
_SHOWN = 3
Found = Mapping[str, tuple[str, ...]]
"""What is there: a thing of THINGS, and what shows it."""


def _check(step: Step, runs: tuple[str, ...]) -> None:
    Fields(step.fields, step.source).end()


def ask(step: Step, runs: Runs, seed: str) -> Question:
    """What is there when a verb has ended, of all that a chain can make."""
    trace = runs.traces[step.run]
    found = left_after(trace)
    choices = [Choice(text=words, right=thing in found, aliases=(thing,)) for thing, words in THINGS.items()]
    choices.append(Choice(text=_NOTHING, right=not found, aliases=("nothing", "none"), alone=True))
    return Question(
        prompt=_prompt(runs, step.run),
        choices=tuple(choices),
        evidence=_evidence(trace, found),
        several=True,
    )


def moments(step: Step, runs: Runs) -> Moments:
    """All calls; then what is known of the kernel, too."""
    return the_end(step.run, runs.traces[step.run])


def _prompt(runs: Runs, run: str) -> str:
    """DEL and GC leave behind what they did not remove, and so does what failed; anything else has made something."""
    trace = runs.traces[run]
    ended = "It fails." if trace.error else "It ends well."
    asked = "What is left behind?" if trace.error or trace.verb in ("DEL", "GC") else "What is there now?"
    return f"{happens(runs, run)} {ended} {asked} Name all of it."


def left_after(trace: Trace) -> Found:
    """What is there when a trace has ended."""
    found: dict[str, tuple[str, ...]] = {}
    if trace.cache_after is not None:
        found["cache"] = (f"{trace.network.name}-{trace.attachment.container_id}-{trace.attachment.ifname}",)
    if trace.snapshots:
        seen = dict(_in_kernel(trace, trace.snapshots[-1].snapshot))
        found.update((thing, names) for thing, names in seen.items() if names)
    return found


def _in_kernel(trace: Trace, snapshot: Snapshot) -> Iterator[tuple[str, tuple[str, ...]]]:
    pod = snapshot.pod.links if snapshot.pod else ()
    host = snapshot.host.links if snapshot.host else ()
    container = trace.attachment.container_id
    yield "pod-interface", tuple(device.name for device in pod if device.name != "lo")
    yield "host-end", tuple(device.name for device in host if device.kind == "veth")
    yield "bridge", tuple(device.name for device in host if device.kind == "bridge")
    kept = (entry.path for entry in snapshot.reservations if not _SHARED_FILE.fullmatch(entry.path))
    yield "reservation", tuple(kept)
    lines = snapshot.host.netfilter if snapshot.host else ()
    yield "rules", tuple(line.line for line in lines if container in line.line)


def _evidence(trace: Trace, found: Found) -> tuple[str, ...]:
    ended = f"{trace.verb} failed: {trace.error}" if trace.error else f"{trace.verb} ended well."
    lines = (f"There is {THINGS[thing]}: {one_line(', '.join(names[:_SHOWN]))}" for thing, names in found.items())
    gone = [words for thing, words in THINGS.items() if thing not in found]
    last = (f"Not there: {', '.join(gone)}.",) if found and gone else ()
    return (one_line(ended), *(tuple(lines) or ("The cache has no file of this pod, and the kernel nothing.",)), *last)


LEFT = Kind(name="left", check=_check, ask=ask, moments=moments, needs_kernel=lambda step: True)
