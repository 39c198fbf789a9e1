"""``cnistep node``: the recorder in the place of a node's plugins, put there, looked at, and taken away again."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click

from app.exits import FAILED, NO_PLACE, OK
from app.node.node_options import NodeOptions, get_yes, node_options, refuse_others_than_root, yes_option
from app.node.node_plan import is_installed, say_install, say_uninstall
from app.node.node_report import Done, Report, print_done, spools_left, spools_of
from app.output import Output, output_options, say
from app.verb_group import VerbGroup
from app.verbs import NODE_VERBS
from traces.errors import InputError, PlaceError
from traces.session.opening import SCHEMA_VERSION
from traces.shim.image import shim_path
from traces.shim.install import install_in
from traces.shim.look import State
from traces.shim.node import ASIDE, SPOOL, Node, Spot
from traces.shim.node_folders import Folder
from traces.shim.node_spool import make_spool, remove_spool
from traces.shim.outcome import Outcome
from traces.shim.status import FolderStatus, PluginStatus, status_of
from traces.shim.uninstall import uninstall_from
from traces.timeline.measure import count_text
from traces.timeline.printable import printable


@click.group(cls=VerbGroup, verbs=NODE_VERBS, no_args_is_help=False)
def node() -> None:
    """Record what a node's runtime runs: put the recorder in the place of its plugins, and take it away again."""


@node.command(short_help="Put the recorder in the place of plugins.")
@click.argument("plugins", metavar="[PLUGIN ...]", nargs=-1)
@node_options
@click.option("--spool", metavar="DIR", default=SPOOL, show_default=True, help="Where the records go, on the node.")
@click.option("--keep", metavar="N", type=click.IntRange(min=1), help="Records to keep; older ones go. [4096]")
@click.option("--keep-mib", metavar="N", type=click.IntRange(min=1), help="MiB of records to keep. [128]")
@yes_option
@output_options()
def install(
    plugins: tuple[str, ...],
    options: NodeOptions,
    spool: str,
    keep: int | None,
    keep_mib: int | None,
    yes: bool,
    **output: Any,
) -> int:
    """Put the recorder in the place of plugins: of all that the node's runtimes can find, or of those named.

    Each plugin is swapped with a recorder that runs it, in one step; nothing has to be restarted. Pods notice nothing.
    «cnistep node uninstall» puts everything back.
    """
    refuse_others_than_root("install")
    if not os.path.isabs(spool):
        raise InputError(f"--spool {spool}: expected an absolute path")
    target = options.node(spool=os.path.normpath(spool), max_records=keep or 0, max_bytes=(keep_mib or 0) << 20)
    image = shim_path().read_bytes()
    found = options.find(target, plugins, wrapped_too=False)
    statuses = [status_of(target, folder, image) for folder in found.folders]
    left_alone = [plugin for status in statuses for plugin in status.plugins if plugin.spot.untouched]
    asked = [status for status in statuses if _to_wrap(status.folder)]
    if not asked:
        raise InputError(f"there is no plugin to wrap{_why(left_alone)}")
    todo = [plugin for status in asked for plugin in status.plugins if not plugin.spot.untouched]
    if not all(is_installed(target, image, plugin) for plugin in todo):
        say_install(target, image, asked)
        get_yes(yes)
    make_spool(target)
    done = _done(asked, lambda folder: install_in(target, folder.path, _to_wrap(folder), image))
    _print(done, target, Output(**output), spool=target.spool)
    if plugins and left_alone:
        say(f"cnistep: left as they are{_why(left_alone)}")
    return _exit_code(done) or (FAILED if plugins and left_alone else OK)


@node.command(short_help="Tell which plugins have the recorder in their place.")
@click.argument("plugins", metavar="[PLUGIN ...]", nargs=-1)
@node_options
@output_options()
def status(plugins: tuple[str, ...], options: NodeOptions, **output: Any) -> int:
    """Tell for each plugin whether it is wrapped, replaced since, or plain, and what is recorded of it.

    The exit code is 1 unless all of them, or all those named, are wrapped.
    """
    target = options.node()
    found = options.find(target, plugins, wrapped_too=True)
    try:
        image = shim_path().read_bytes()
    except PlaceError:
        image = b""  # whether recorders are outdated can't be said then
    folders = tuple(status_of(target, folder, image, hashes=output["as_json"]) for folder in found.folders)
    report = Report(folders=folders, spools=spools_of(target, folders))
    if output["as_json"]:
        Output(**output).document(
            {
                "schema_version": SCHEMA_VERSION,
                "root": target.root,
                "spools": [spool.document() for spool in report.spools],
                "folders": report.document(),
                "complaints": list(found.complaints),
            }
        )
    else:
        report.print(plain=output["plain"])
    asked = [plugin for one in folders for plugin in one.plugins if _is_asked(plugin, plugins)]
    return OK if asked and all(plugin.state is State.WRAPPED for plugin in asked) else FAILED


@node.command(short_help="Put the plugins back.")
@click.argument("plugins", metavar="[PLUGIN ...]", nargs=-1)
@node_options
@click.option("--purge", is_flag=True, help="Remove the records too.")
@yes_option
@output_options()
def uninstall(plugins: tuple[str, ...], options: NodeOptions, purge: bool, yes: bool, **output: Any) -> int:
    """Put plugins back: the very files that were there, unchanged. Half an installation is undone as well.

    What a plugin's owner has replaced since is left as the owner wants it.
    """
    refuse_others_than_root("uninstall")
    target = options.node()
    found = options.find(target, plugins, wrapped_too=True)
    statuses = [status_of(target, folder) for folder in found.folders]
    spools = spools_of(target, statuses) or spools_left(target)
    asked = [status for status in statuses if _is_to_undo(target, status)]
    where = printable(", ".join(spool.path for spool in spools))
    say_uninstall(target, asked, where if purge else "")
    if asked or purge:
        get_yes(yes)
    done = _done(asked, lambda folder: uninstall_from(target, folder.path, folder.spots))
    for spool in spools if purge else ():
        remove_spool(Node(root=target.root, spool=spool.path))
    _print(done, target, Output(**output))
    records = sum(recorded.count for spool in spools for recorded in spool.calls.values())
    if records and asked and not purge:
        say(f"cnistep: {count_text(records, 'record stays', 'records stay')} in {where}; --purge removes them")
    return _exit_code(done)


def _is_asked(plugin: PluginStatus, named: Sequence[str]) -> bool:
    """Whether the plugin should be wrapped: each one named, else those that a recorder is to be put before."""
    return bool(named) or not plugin.spot.untouched


def _why(left_alone: Sequence[PluginStatus]) -> str:
    told = [f"{plugin.spot.called}: {plugin.spot.untouched}" for plugin in left_alone]
    return printable("".join(f"{'; ' if number else ': '}{text}" for number, text in enumerate(told)))


def _to_wrap(folder: Folder) -> tuple[Spot, ...]:
    return tuple(spot for spot in folder.spots if not spot.untouched)


def _is_to_undo(target: Node, status: FolderStatus) -> bool:
    """Whether anything of ours is in the folder."""
    wrapped = any(plugin.state not in (State.PLAIN, State.ABSENT) for plugin in status.plugins)
    return wrapped or os.path.isdir(target.seen(f"{status.folder.path}/{ASIDE}"))


def _done(asked: Sequence[FolderStatus], work: Callable[[Folder], Iterator[Outcome]]) -> list[Done]:
    done = []
    for status in asked:
        outcomes: list[Outcome] = []
        refused = ""
        try:
            outcomes.extend(work(status.folder))
        except PlaceError as error:
            refused = str(error)
        done.append(Done(folder=status.folder, outcomes=tuple(outcomes), refused=refused))
    return done


def _print(done: Sequence[Done], target: Node, output: Output, **more: Any) -> None:
    if output.as_json:
        folders = [one.document() for one in done]
        output.document({"schema_version": SCHEMA_VERSION, "root": target.root, **more, "folders": folders})
    else:
        print_done(done, plain=output.plain)
    for one in done:
        if one.refused:
            say(f"cnistep: {printable(one.refused)}")


def _exit_code(done: Sequence[Done]) -> int:
    if any(one.refused for one in done):
        return NO_PLACE
    return FAILED if any(outcome.trouble for one in done for outcome in one.outcomes) else OK
