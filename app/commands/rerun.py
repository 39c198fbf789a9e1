"""``cnistep rerun``: a trace again from one of its links, with its input edited."""

import os
from collections.abc import Sequence
from typing import Any

import click

from app.chain_options import files_option, read_files, simulate_option
from app.commands.run import finish, interruptible
from app.fault_options import FaultOptions, fault_options
from app.live.edit_options import EditOptions, edit_options
from app.live.step_options import StepOptions, step_options, stepped
from app.output import Output, output_options, say
from app.where import ask_in_place, user
from traces.errors import InputError
from traces.session.demos import files_of
from traces.session.opening import open_trace
from traces.session.run_options import RerunOptions
from traces.session.session import Session
from traces.session.surroundings import DEFAULT_CACHE_DIR
from traces.timeline.printable import printable


@click.command()
@click.argument("trace")
@click.option("--from", "link", metavar="LINK", type=int, required=True, help="The link, counted from 0.")
@edit_options
@click.option(
    "--how",
    type=click.Choice(("first", "materialise", "in-place")),
    default="materialise",
    show_default=True,
    help="Run the links before it again, build the sandbox from prevResult, or use the pod itself (root, asks).",
)
@click.option("--yes", is_flag=True, help="Do not ask; for --how in-place.")
@click.option("--plugins-dir", "plugins_dirs", metavar="DIR", multiple=True, help="[the recorded CNI_PATH]")
@click.option("--cache-dir", metavar="DIR", default=DEFAULT_CACHE_DIR, show_default=True, help="libcni's cache.")
@files_option
@simulate_option
@fault_options
@step_options
@click.option("--exec", "command", metavar="CMD", help="Then run a shell command in the sandbox, to look around.")
@click.option("--shell", is_flag=True, help="Then open a shell in the sandbox.")
@output_options(file=True)
def rerun(
    trace: str,
    link: int,
    editing: EditOptions,
    how: str,
    yes: bool,
    plugins_dirs: Sequence[str],
    cache_dir: str,
    files: Sequence[str],
    simulate: str | None,
    failing: FaultOptions,
    stepping: StepOptions,
    command: str | None,
    shell: bool,
    **output: Any,
) -> int:
    """Rerun TRACE from a link to the end of the chain, in a fresh sandbox. The result is a branch of TRACE.

    With --how in-place it runs on this host, in the pod of the trace; the runtime's result cache is not written.
    """
    parent = open_trace(trace)
    edits, environment = editing.edits(parent, link), editing.environment(parent, link)
    faults, timeout, stepper = failing.parsed(parent.network, (parent.verb,)), failing.seconds, stepping.stepper()
    printed = Output(**output)
    printed.check()
    in_place = how == "in-place"
    if in_place:
        _refuse_sandbox_options(command, shell, files, simulate)
        ask_in_place(parent, link, bool(edits or environment), yes)
    with Session(
        plugin_dirs=[os.path.abspath(path) for path in plugins_dirs],
        cache_dir=os.path.abspath(cache_dir),
        sandbox=True,
        files={**files_of(parent.network), **read_files(files)},
        simulate=simulate,
    ) as session:
        again = printable(f"{parent.verb} again from link {link} ({parent.network.links[link].type})")
        where = "ON THIS HOST, in the pod itself" if in_place else f"in a sandbox of its own ({how})"
        say(f"cnistep: {again} {where}, as {user()}")
        told = RerunOptions(faults=faults, timeout=timeout, stepper=stepper, environment=environment)
        if stepper is not None:
            events = session.follow_rerun(parent, link, edits, how, **told)
            return stepped(session, events, stepper, printed, deadline=timeout is not None)
        with interruptible(session):
            branch = session.rerun(parent, link, edits, how, **told)
        return finish(session, (branch,), command, shell, printed)


def _refuse_sandbox_options(command: str | None, shell: bool, files: Sequence[str], simulate: str | None) -> None:
    """Raises InputError where an option is given that means something in the sandbox only."""
    given = {"--exec": command, "--shell": shell, "--file": files, "--simulate": simulate not in (None, "none")}
    for name, value in given.items():
        if value:
            raise InputError(f"{name} is for the sandbox, and --how in-place runs on this host: use one of the two")
