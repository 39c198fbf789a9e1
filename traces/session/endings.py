"""What the runner knows of an end and the recorder can't tell: that the plugin was killed, and by which deadline."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from signal import SIGKILL

from traces.model.call import Call, Outcome
from traces.model.network import Network
from traces.runner.plan import ChainOutcome, Fate, Killed, Overdue, Plan
from traces.timeline.printable import printable


def with_kills(calls: Sequence[Call], killed: Iterable[Killed]) -> tuple[Call, ...]:
    """The calls; those of which the recorder died by SIGKILL were killed then, as a runtime sees it."""
    found = list(calls)
    for kill in killed:
        for place, call in reversed(list(enumerate(found))):
            if _is_lost(call) and kill.link in (None, call.link):
                ended = max(call.started, kill.at)
                found[place] = replace(call, signal=int(SIGKILL), ended=ended, outcome=Outcome.KILLED)
                break
    return tuple(found)


def ending_notes(plan: Plan, outcome: ChainOutcome, calls: Sequence[Call]) -> Iterator[str]:
    """What the deadline did, and which delegates outlived the plugin that had started them."""
    yield from (_deadline_note(plan, overdue) for overdue in outcome.overdue)
    by_id = {call.id: call for call in calls}
    for call in calls:
        parent = by_id.get(call.parent or "")
        if call.outcome is Outcome.RUNNING and parent is not None and parent.outcome is Outcome.KILLED:
            yield (
                f"{printable(call.plugin)}, which {printable(parent.plugin)} had started, went on running: "
                "a runtime kills the one process that it started"
            )


def reached_links(outcome: ChainOutcome) -> tuple[int, ...]:
    """The links that the run came to; not those whose plugin the deadline, past already, kept from being started."""
    late = {overdue.link for overdue in outcome.overdue if overdue.fate is Fate.NOT_STARTED}
    return tuple(link for link in outcome.reached if link not in late)


def _deadline_note(plan: Plan, overdue: Overdue) -> str:
    deadline, link = f"the deadline of {plan.timeout:g} s", _named(plan.network, overdue.link)
    return {
        Fate.KILLED: f"{deadline} passed while {link}, ran: it was killed as a runtime kills it",
        Fate.NOT_STARTED: f"{deadline} had passed before {link}, was to run: libcni does not start it any more",
        Fate.HELD: (
            f"{deadline} passed while a process that {link}, had left held its output: a runtime would wait on for it"
        ),
    }[overdue.fate]


def _named(network: Network, link: int) -> str:
    return f"link {link}, {printable(network.links[link].type)}"


def _is_lost(call: Call) -> bool:
    return call.parent is None and call.outcome is Outcome.LOST
