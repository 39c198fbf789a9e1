"""``cnistep run``: verbs over a network, one after the other."""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any

import click

from app.as_runtime import Decisions, RuntimeRun
from app.chain_options import ChainOptions, chain_options
from app.exits import FAILED, INTERRUPTED, OK
from app.fault_options import FaultOptions, fault_options
from app.live.step_options import StepOptions, step_options, stepped
from app.output import Output, output_options, say
from app.where import announce, ask
from traces.cni.names import refuse_names
from traces.cni.profiles.profile import Profile
from traces.cni.profiles.table import PROFILES
from traces.errors import InputError
from traces.model.events import TraceEnded
from traces.model.trace import Trace
from traces.session.session import Session

_INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
VERBS = ("ADD", "CHECK", "DEL", "GC", "STATUS", "VALIDATE")


@click.command()
@click.argument("conf", metavar="CONF")
@click.argument("verbs", metavar="[VERB ...]", nargs=-1, type=click.Choice(VERBS, case_sensitive=False))
@chain_options
@fault_options
@click.option(
    "--as",
    "runtime",
    type=click.Choice(tuple(PROFILES)),
    default="libcni",
    show_default=True,
    help="Run it as that runtime would: the file it chooses, what it passes on, what it runs DEL with.",
)
@click.option("--explain", is_flag=True, help="Say which rule of the runtime decided what.")
@click.option(
    "--del-policy",
    "policy",
    type=click.Choice(("libcni", "continue")),
    default="libcni",
    show_default=True,
    help="At a failure DEL stops, as libcni does, or goes on.",
)
@click.option("--exec", "command", metavar="CMD", help="Then run a shell command in the sandbox, to look around.")
@click.option("--shell", is_flag=True, help="Then open a shell in the sandbox.")
@click.option("--stop", is_flag=True, help="Stop at the first verb that fails.")
@step_options
@click.option("--yes", is_flag=True, help="With --netns: do not ask.")
@output_options(file=True)
def run(
    conf: str,
    verbs: Sequence[str],
    options: ChainOptions,
    failing: FaultOptions,
    runtime: str,
    explain: bool,
    policy: str,
    command: str | None,
    shell: bool,
    stop: bool,
    stepping: StepOptions,
    yes: bool,
    **output: Any,
) -> int:
    """Run verbs (by default ADD) over a network: in the sandbox, or with --netns on this host.

    CONF is a conflist file, the name of a network in --conf-dir, or, with --as, a folder of such files. Plugins are
    executed as by libcni, and recorded.
    """
    verbs = tuple(verb.upper() for verb in verbs) or ("ADD",)
    planned = _planned(conf, verbs, options, PROFILES[runtime])
    decisions = Decisions(told=explain)
    faults, timeout, stepper = failing.parsed(planned.network, verbs), failing.seconds, stepping.stepper()
    printed = Output(**output)
    printed.check()
    with open_session(options) as session:
        if options.netns:
            _refuse_sandbox_options(options, command, shell)
            ask(planned.networks(session, verbs), verbs, options, planned.attachment, yes)
        decisions.add(planned.decisions)
        announce(session, planned.network, verbs, runtime)
        session.refuse(faults)
        events = planned.follow(
            session, verbs, policy, stop, decisions, faults=faults, timeout=timeout, stepper=stepper
        )
        if stepper is not None:
            decisions.hold_back()
            return stepped(session, events, stepper, printed, deadline=timeout is not None)
        with interruptible(session):
            traces = tuple(event.trace for event in events if isinstance(event, TraceEnded))
        extra = {"decisions": decisions.document()} if explain else {}
        return finish(session, traces, command, shell, printed, **extra)


def _planned(conf: str, verbs: Sequence[str], options: ChainOptions, profile: Profile) -> RuntimeRun:
    """What is to be run. Raises ConfigError where libcni, or the runtime, would refuse it."""
    planned = RuntimeRun(profile, options.choice(conf, profile), options.attachment(), verbs)
    if "ADD" in verbs:
        refuse_names(planned.network.name, planned.attachment)
    return planned


def open_session(options: ChainOptions) -> Session:
    """The session that the options ask for."""
    return Session(
        plugin_dirs=options.plugin_dirs,
        cache_dir=os.path.abspath(options.cache_dir),
        conf_dir=os.path.abspath(options.conf_dir),
        sandbox=options.netns is None,
        files=options.sandbox_files(),
        simulate=options.simulate,
        snapshots=options.snapshots,
    )


def finish(
    session: Session, traces: Sequence[Trace], command: str | None, shell: bool, output: Output, **more: Any
) -> int:
    """Look around in the sandbox where that is asked for, print (with more in the document), and give the exit code."""
    extra: dict[str, Any] = {"exec": _executed(session, command)} if command else {}
    output.traces(traces, **more, **extra)
    if command and not output.as_json:
        _print_executed(extra["exec"])
    if shell:
        session.place.sandbox.shell()
    return _exit_code(session, traces)


def _exit_code(session: Session, traces: Sequence[Trace]) -> int:
    if session.stop.is_set():
        return INTERRUPTED
    return FAILED if any(trace.failure for trace in traces) else OK


@contextmanager
def interruptible(session: Session) -> Iterator[None]:
    """Ctrl-C ends the run, not the program: what was recorded so far is kept and shown.

    So do a request to terminate, and a terminal that goes away.
    """

    def interrupt(number: int, frame: FrameType | None) -> None:
        if session.stop.is_set():
            raise KeyboardInterrupt
        session.stop.set()

    before = {number: signal.signal(number, interrupt) for number in _INTERRUPTS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _executed(session: Session, command: str) -> dict[str, Any]:
    done = session.place.sandbox.run(("/bin/sh", "-c", command))
    return {
        "command": command,
        "stdout": done.stdout.decode(errors="replace"),
        "stderr": done.stderr.decode(errors="replace"),
        "exit_code": done.exit_code,
    }


def _print_executed(executed: dict[str, Any]) -> None:
    """A command of the user's own: its output is given on as it is."""
    click.echo(f"\n$ {executed['command']}")
    click.echo(executed["stdout"], nl=False)
    click.echo(executed["stderr"], nl=False, err=True)
    if executed["exit_code"]:
        say(f"(exit {executed['exit_code']})")


def _refuse_sandbox_options(options: ChainOptions, command: str | None, shell: bool) -> None:
    given = {"--exec": command, "--shell": shell, "--file": options.files}
    for name, value in given.items():
        if value:
            raise InputError(f"{name} is for the sandbox, and --netns runs on this host: use one of the two")
    if not sys.platform.startswith("linux"):
        raise InputError("--netns needs Linux")
