"""Says what installing or uninstalling on a node will do, before it is done."""

from collections.abc import Iterable, Sequence
from textwrap import wrap

from app.output import say
from traces.shim.image import settings_of
from traces.shim.look import State
from traces.shim.node import ASIDE, Node
from traces.shim.status import FolderStatus, PluginStatus
from traces.timeline.printable import printable

_NEW = (State.PLAIN, State.PREPARED, State.ABSENT)


def is_installed(node: Node, image: bytes, plugin: PluginStatus) -> bool:
    """Whether installing would leave it as it is: wrapped, by the recorder that would be put there."""
    if plugin.state is not State.WRAPPED or plugin.outdated:
        return False
    return plugin.settings == settings_of(node.recorder(image, plugin.spot))


def say_install(node: Node, image: bytes, folders: Sequence[FolderStatus]) -> None:
    """What installing will do, folder by folder."""
    say(f"cnistep: this puts the recorder in the place of plugins {_where(node)}:")
    for status in folders:
        _say_head(status)
        plugins = [plugin for plugin in status.plugins if not plugin.spot.untouched]
        done = [plugin for plugin in plugins if is_installed(node, image, plugin)]
        rest = [plugin for plugin in plugins if plugin not in done]
        _say("wraps", (plugin for plugin in rest if plugin.state in _NEW))
        _say("wraps again", (plugin for plugin in rest if plugin.state is State.REPLACED))
        _say("renews", (plugin for plugin in rest if plugin.state is State.WRAPPED))
        _say("is wrapped", done)
        _say("cleans up", (plugin for plugin in rest if plugin.state is State.REMOVED))
        _say("can't mend", (plugin for plugin in rest if plugin.state in (State.BROKEN, State.FOREIGN)))
        _say_untouched(status)
        say(f"    plugins to   {printable(f'{status.folder.path}/{ASIDE}')}, from where the recorder runs them")
    records, bytes_ = node.max_records or 4096, node.max_bytes or 128 << 20
    say(f"  records to     {printable(node.spool)}, for root alone: at most {records}, and {bytes_ >> 20} MiB")
    say("  asks           each plugin for VERSION, by itself and through the recorder: the answers must be the same")
    say("  is undone by   cnistep node uninstall")


def say_uninstall(node: Node, folders: Sequence[FolderStatus], purged: str = "") -> None:
    """What uninstalling will do, folder by folder; and where records will be removed."""
    if folders:
        say(f"cnistep: this puts plugins back to their places {_where(node)}:")
    else:
        say(f"cnistep: no plugin is wrapped {_where(node)}")
    for status in folders:
        _say_head(status)
        _say("puts back", (plugin for plugin in status.plugins if plugin.state is State.WRAPPED))
        leftover = (State.PREPARED, State.REPLACED, State.REMOVED)
        _say("cleans up", (plugin for plugin in status.plugins if plugin.state in leftover))
        _say("removes", (plugin for plugin in status.plugins if plugin.state is State.BROKEN), "(no plugin is left)")
        _say("leaves", (plugin for plugin in status.plugins if plugin.state is State.FOREIGN), "(not of this place)")
    if purged:
        say(f"  removes the records in {purged}")


def _where(node: Node) -> str:
    return "on this host" if node.root == "/" else f"on the node at {printable(node.root)}"


def _say_head(status: FolderStatus) -> None:
    say(f"  {printable(status.folder.path)} ({printable(status.folder.source)})")


def _say(what: str, plugins: Iterable[PluginStatus], more: str = "") -> None:
    names = [printable(_name(plugin)) for plugin in plugins]
    if not names:
        return
    text = f"{' '.join(names)} {more}".rstrip()
    for number, line in enumerate(wrap(text, 80, break_long_words=False, break_on_hyphens=False)):
        say(f"    {what if number == 0 else '':12} {line}")


def _name(plugin: PluginStatus) -> str:
    return (
        f"{plugin.spot.name} (what {', '.join(plugin.spot.links)} leads to)" if plugin.spot.links else plugin.spot.name
    )


def _say_untouched(status: FolderStatus) -> None:
    reasons: dict[str, list[PluginStatus]] = {}
    for plugin in status.plugins:
        if plugin.spot.untouched:
            reasons.setdefault(plugin.spot.untouched, []).append(plugin)
    for reason, plugins in reasons.items():
        _say("leaves", plugins, f"({printable(reason)})")
