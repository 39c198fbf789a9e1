"""``cnistep node watch``: what a node's runtime runs, while it runs it."""

import json
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

import click

from app.doors import Screens
from app.exits import INTERRUPTED, OK
from app.output import say
from traces.cni.rooted import seen_at
from traces.model.call import Call
from traces.model.events import CallEnded, ChainChanged, NodeEvent, Seen, TraceEnded
from traces.model.trace import Trace
from traces.session.chain_watch import chain_line
from traces.session.node import NodeTraces
from traces.session.opening import document_of
from traces.session.session import Session
from traces.session.surroundings import DEFAULT_CACHE_DIR, DEFAULT_CONF_DIR, DEFAULT_PLUGIN_DIRS
from traces.session.watching import watch
from traces.shim.node import SPOOL
from traces.shim.trusted import check_spool, default_spool
from traces.store.summarise import summary_of
from traces.timeline.glyphs import ASCII
from traces.timeline.headline import outcome_words, pod_name
from traces.timeline.measure import one_line
from traces.timeline.printable import printable
from traces.timeline.trace_filter import TraceFilter
from traces.timeline.words import reply_facts, reply_label

VERBS = ("ADD", "CHECK", "DEL", "GC", "STATUS", "VERSION")
_SECOND = 1_000_000_000


@click.command("watch")
@click.option("--pod", default="", metavar="NAME", help="Only of that pod, or namespace/pod; may have wildcards.")
@click.option("--namespace", default="", metavar="NAME", help="Only of the pods of that namespace.")
@click.option("--network", default="", metavar="NAME", help="Only of that network.")
@click.option("--verb", "verbs", multiple=True, type=click.Choice(VERBS, case_sensitive=False), help="Only that verb.")
@click.option("--failed", is_flag=True, help="Only what fails.")
@click.option("--past", is_flag=True, help="First what the spool has already.")
@click.option("-n", "count", metavar="N", type=click.IntRange(min=1), help="End after N traces.")
@click.option("--spool", metavar="DIR", help=f"Where the recorders write, on the node. [CNISTEP_SPOOL, or {SPOOL}]")
@click.option(
    "--conf-dir",
    metavar="DIR",
    default=lambda: os.environ.get("NETCONFPATH") or DEFAULT_CONF_DIR,
    help=f"Where the runtime's networks are. [NETCONFPATH, or {DEFAULT_CONF_DIR}]",
)
@click.option("--cache-dir", metavar="DIR", default=DEFAULT_CACHE_DIR, show_default=True, help="libcni's cache.")
@click.option("--root", metavar="DIR", default="/", help="The node's file tree, as /host in a debug container.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON a finished trace: its document.")
@click.option("--plain", is_flag=True, help="A line at each end of a call and of a trace.")
def node_watch(
    pod: str,
    namespace: str,
    network: str,
    verbs: Sequence[str],
    failed: bool,
    past: bool,
    count: int | None,
    spool: str | None,
    conf_dir: str,
    cache_dir: str,
    root: str,
    as_json: bool,
    plain: bool,
) -> int:
    """Show what the runtime of this node runs, while it runs it: on a terminal as a screen, else line by line.

    With --json, --plain or -n it is told line by line in any case, until Ctrl-C. The screen has what is past too.
    Recorders are put in place with «cnistep node install». Nothing is executed, and nothing is kept.
    """
    verbs = tuple(verb.upper() for verb in verbs)
    wanted = TraceFilter(pod=pod, namespace=namespace, network=network, verbs=verbs, failed=failed)
    root = os.path.realpath(root)
    place = Path(seen_at(root, os.path.abspath(spool or default_spool())))
    node = NodeTraces(place, seen_at(root, os.path.abspath(conf_dir)), root=root)
    cache_dir = seen_at(root, os.path.abspath(cache_dir))
    screens: Screens = click.get_current_context().obj
    if not (as_json or plain or count) and screens.can_draw():
        with Session(sandbox=True, plugin_dirs=_plugin_dirs(root)) as session:
            return screens.watch(session, node, cache_dir, wanted)
    ended, stop, teller = 0, threading.Event(), _Teller(wanted, as_json)
    with _until_asked(stop):
        _announce(node.spool)
        for event in watch(node, cache_dir, stop, past=past):
            ended += teller.tell(event)
            if ended == count:
                return OK
    return INTERRUPTED


def _plugin_dirs(root: str) -> tuple[str, ...]:
    """Where a rerun finds the plugins of a node whose file tree is mounted elsewhere; else as recorded."""
    if root == "/":
        return ()
    return tuple(path for folder in DEFAULT_PLUGIN_DIRS if os.path.isdir(path := seen_at(root, folder)))


def _announce(spool: Path) -> None:
    """Say what is watched. Raises InputError where it may not be believed, PlaceError where it can't be read."""
    if not check_spool(spool):
        say(f"cnistep: there is no spool {spool} yet: «cnistep node install» puts recorders in place; waiting for it")
    else:
        say(f"cnistep: watching {spool}; Ctrl-C ends it")


class _Teller:
    """Prints what there is to say of events."""

    def __init__(self, wanted: TraceFilter, as_json: bool) -> None:
        self._wanted = wanted
        self._as_json = as_json
        self._told: dict[str, set[str]] = {}

    def tell(self, event: NodeEvent) -> bool:
        """Print what an event says; whether it is the end of a trace that is wanted."""
        if isinstance(event, ChainChanged):
            say(f"cnistep: {chain_line(event)}")
        if not isinstance(event, Seen) or not self._wanted.wants(summary_of(event.trace)):
            return False
        for line in self._lines(event):
            click.echo(line)
        return isinstance(event.event, TraceEnded)

    def _lines(self, seen: Seen) -> Iterator[str]:
        trace, event = seen.trace, seen.event
        if self._as_json:
            if isinstance(event, TraceEnded):
                yield json.dumps(document_of((trace,))["traces"][0])
        elif isinstance(event, CallEnded) and self._is_new(trace, event.call):
            yield _line(trace, event.call.ended or 0, _call_words(trace, event.call))
        elif isinstance(event, TraceEnded):
            self._told.pop(trace.id, None)
            yield from _closing(trace)

    def _is_new(self, trace: Trace, call: Call) -> bool:
        """Whether the call's end was not told: a trace starts once more where more of its network becomes known."""
        told = self._told.setdefault(trace.id, set())
        is_new = call.id not in told
        told.add(call.id)
        return is_new


def _closing(trace: Trace) -> Iterator[str]:
    at = max((call.ended or call.started for call in trace.calls), default=0)
    yield _line(trace, at, f"{outcome_words(trace, ASCII)} ({trace.id})")
    if trace.failure is not None:
        yield _line(trace, at, one_line(trace.failure.text, 4_000))


def _call_words(trace: Trace, call: Call) -> str:
    caller = f"{one_line(trace.call(call.parent).plugin)} > " if call.parent else ""
    where = f"link {call.link}, " if call.link is not None else ""
    facts = ", ".join(fact.strip() for fact in reply_facts(call, ASCII))
    return f"{where}{caller}{one_line(call.plugin)}: {'FAILED: ' if call.failed else ''}{reply_label(call)} ({facts})"


def _line(trace: Trace, at: int, words: str) -> str:
    moment = datetime.fromtimestamp(at / _SECOND, UTC).strftime("%H:%M:%S.%f")[:-3]
    whom = f"{pod_name(trace.attachment)} {one_line(trace.attachment.ifname)}"
    return printable(f"{moment} {one_line(trace.verb)} {one_line(trace.network.name)} {whom}: {words}")


@contextmanager
def _until_asked(stop: threading.Event) -> Iterator[None]:
    """Ctrl-C, a request to terminate, and a terminal that goes away end the watch."""

    def ask(number: int, frame: FrameType | None) -> None:
        stop.set()

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, ask) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
