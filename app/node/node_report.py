"""Tells how far a node's plugins are wrapped, and what was done to them: as text, or as JSON objects."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from textwrap import wrap
from typing import Any

import click

from traces.shim.look import State
from traces.shim.node import ASIDE, Node
from traces.shim.node_folders import Folder
from traces.shim.node_spool import Recorded, recorded_calls, spool_trouble
from traces.shim.outcome import Outcome
from traces.shim.status import FolderStatus, PluginStatus
from traces.timeline.measure import cells, count_text
from traces.timeline.printable import printable

_GAP = "  "


@dataclass(frozen=True, slots=True, kw_only=True)
class Spool:
    """A folder that recorders on the node write to."""

    path: str
    trouble: str
    """Why nothing is recorded there; empty, if it is."""
    readable: bool
    """Whether this user may look into it."""
    calls: Mapping[str, Recorded]

    def document(self) -> dict[str, Any]:
        """The spool as a JSON object."""
        records = sum(recorded.count for recorded in self.calls.values())
        return {"path": self.path, "recording": not self.trouble, "trouble": self.trouble, "records": records}

    def line(self) -> str:
        """The spool in one line."""
        where, count = printable(self.path), sum(recorded.count for recorded in self.calls.values())
        records = f"{count_text(count, 'record', 'records')} in {where}"
        if self.trouble:
            found = f" ({records})" if count else ""
            return f"recording is off: {printable(self.trouble)}; «cnistep node install» makes it anew{found}"
        return f"recording is on ({records if self.readable else f'in {where}, which only root may look into'})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The state of a node's plugins."""

    folders: tuple[FolderStatus, ...]
    spools: tuple[Spool, ...]

    def document(self) -> list[dict[str, Any]]:
        """The folders as JSON objects."""
        return [
            {
                **_folder(status.folder),
                "plugins": [self._plugin(plugin) for plugin in status.plugins],
            }
            for status in self.folders
        ]

    def print(self, *, plain: bool) -> None:
        """The folders as tables; as a line for each plugin, with plain."""
        for number, status in enumerate(self.folders):
            if plain:
                for plugin in status.plugins:
                    click.echo(f"{printable(plugin.spot.path)}: {', '.join(filter(None, self._cells(plugin)[1:]))}")
                continue
            if number:
                click.echo()
            click.echo(f"{printable(status.folder.path)} ({printable(status.folder.source)})")
            heads = ("PLUGIN", "STATE", "RECORDS", "LAST CALL (UTC)", "")
            _table(heads, [self._cells(plugin) for plugin in status.plugins])
        lines = [spool.line() for spool in self.spools] or ["nothing is recorded: no plugin is wrapped"]
        click.echo("\n".join(lines if plain else ("", *lines)))

    def _recorded(self, plugin: PluginStatus) -> Recorded:
        """The calls by all the names that it is called by; the recorder puts «_» for what a name of its can't have."""
        found = [
            recorded
            for path in {plugin.spot.path, *plugin.spot.links}
            for spool in self.spools
            if (recorded := spool.calls.get(path.rpartition("/")[2].replace(".", "_")))
        ]
        return Recorded(
            count=sum(recorded.count for recorded in found), last=max((recorded.last for recorded in found), default=0)
        )

    def _cells(self, plugin: PluginStatus) -> tuple[str, ...]:
        recorded = self._recorded(plugin)
        last = datetime.fromtimestamp(recorded.last / 1e9, UTC).strftime("%Y-%m-%d %H:%M:%S") if recorded.last else ""
        name = printable(plugin.spot.name)
        untouched = plugin.spot.untouched if plugin.state is State.PLAIN else ""
        told = [
            f"not wrapped: {untouched}" if untouched else "",
            plugin.detail,
            "by an older recorder, or another build: install renews it" if plugin.outdated else "",
            f"through {', '.join(plugin.spot.links)}" if plugin.spot.links else "",
        ]
        return (
            name,
            plugin.state.value,
            f"{recorded.count}" if recorded.count else "",
            last,
            printable("; ".join(filter(None, told))),
        )

    def _plugin(self, plugin: PluginStatus) -> dict[str, Any]:
        recorded = self._recorded(plugin)
        return {
            "name": plugin.spot.name,
            "path": plugin.spot.path,
            "links": list(plugin.spot.links),
            "state": plugin.state.value,
            "detail": plugin.detail,
            "untouched": plugin.spot.untouched,
            "outdated": plugin.outdated,
            "spool": plugin.settings.spool if plugin.settings else None,
            "records": recorded.count,
            "last_call": recorded.last or None,
            "plugin_sha256": plugin.plugin_sha256 or None,
            "recorder_sha256": plugin.recorder_sha256 or None,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What was done in one folder."""

    folder: Folder
    outcomes: tuple[Outcome, ...]
    refused: str = ""
    """Why nothing could be done there."""

    def document(self) -> dict[str, Any]:
        """The folder as a JSON object."""
        plugins = [
            {
                "name": outcome.spot.name,
                "path": outcome.spot.path,
                "before": outcome.before.value,
                "after": outcome.after.value,
                "did": outcome.did,
                "trouble": outcome.trouble,
            }
            for outcome in self.outcomes
        ]
        return {**_folder(self.folder), "refused": self.refused, "plugins": plugins}


def print_done(done: Sequence[Done], *, plain: bool) -> None:
    """What was done, by folder and by what it was; as a line for each plugin, with plain. Trouble is always a line."""
    for one in done:
        told = [outcome for outcome in one.outcomes if outcome.did != "nothing" or outcome.trouble]
        if plain:
            for outcome in told:
                trouble = f": {printable(outcome.trouble)}" if outcome.trouble else ""
                click.echo(f"{printable(outcome.spot.path)}: {outcome.did}, now {outcome.after.value}{trouble}")
        elif told:
            click.echo(printable(one.folder.path))
            _print_deeds(told)


def spools_of(node: Node, folders: Iterable[FolderStatus]) -> tuple[Spool, ...]:
    """The spools that the node's recorders were told of."""
    told = (plugin.settings for status in folders for plugin in status.plugins)
    paths = dict.fromkeys(settings.spool for settings in told if settings is not None and settings.spool)
    return tuple(_spool(Node(root=node.root, spool=path)) for path in paths)


def spools_left(node: Node) -> tuple[Spool, ...]:
    """The node's own spool, where it is still there though no recorder writes to it any more."""
    return (_spool(node),) if os.path.isdir(node.seen(node.spool)) else ()


def _spool(node: Node) -> Spool:
    return Spool(
        path=node.spool,
        trouble=spool_trouble(node),
        readable=os.access(node.seen(node.spool), os.R_OK | os.X_OK),
        calls=recorded_calls(node),
    )


def _print_deeds(outcomes: Iterable[Outcome]) -> None:
    deeds: dict[str, list[str]] = {}
    troubles = []
    for outcome in outcomes:
        name = printable(outcome.spot.name)
        if outcome.trouble:
            troubles.append(f"{name}: {printable(outcome.trouble)}")
        else:
            deeds.setdefault(outcome.did, []).append(name)
    for did, names in deeds.items():
        for number, line in enumerate(wrap(" ".join(names), 80, break_long_words=False, break_on_hyphens=False)):
            click.echo(f"  {did if number == 0 else '':11} {line}")
    for trouble in troubles:
        click.echo(f"  {'!':11} {trouble}")


def _folder(folder: Folder) -> dict[str, Any]:
    return {"path": folder.path, "source": folder.source, "aside": f"{folder.path}/{ASIDE}"}


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    widths = [max(cells(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
    for row in (heads, *rows):
        texts = [text + " " * (width - cells(text)) for text, width in zip(row, widths, strict=True)]
        click.echo(f"{_GAP}{_GAP.join(texts)}".rstrip())
