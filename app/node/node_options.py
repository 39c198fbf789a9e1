"""What the verbs for a node have in common: which node, which of its plugin folders, and a yes."""

import functools
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from app.output import say
from traces.errors import InputError, PlaceError
from traces.shim.node import Node
from traces.shim.node_folders import Found, find_plugins
from traces.timeline.printable import printable


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeOptions:
    """The options, as given."""

    root: str
    plugins_dirs: tuple[str, ...]

    def node(self, **told: Any) -> Node:
        """The node. Raises InputError where its file tree is not there."""
        root = os.path.realpath(self.root)
        if not os.path.isdir(root):
            raise InputError(f"--root {self.root}: no such folder; expected a node's file tree, such as /host")
        return Node(root=root, **told)

    def find(self, node: Node, plugins: tuple[str, ...], *, wrapped_too: bool) -> Found:
        """The plugins meant; what could not be understood of the node's configuration is said. Raises InputError."""
        found = find_plugins(node, plugins, self.plugins_dirs, wrapped_too=wrapped_too)
        for complaint in found.complaints:
            say(f"cnistep: {printable(complaint)}")
        return found


_OPTIONS = (
    click.option(
        "--root",
        metavar="DIR",
        default="/",
        show_default=True,
        help="The node's file tree, where it is mounted elsewhere: /host in a debug container.",
    ),
    click.option(
        "--plugins-dir",
        "plugins_dirs",
        metavar="DIR",
        multiple=True,
        help="A plugin folder of the node; may be repeated. [those that its runtimes name, and the usual ones]",
    ),
)
yes_option = click.option("--yes", is_flag=True, help="Do not ask.")


def node_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options; it gets them as one argument, ``options``."""

    @functools.wraps(command)
    def with_options(root: str, plugins_dirs: tuple[str, ...], **given: Any) -> Any:
        return command(options=NodeOptions(root=root, plugins_dirs=plugins_dirs), **given)

    for option in reversed(_OPTIONS):
        with_options = option(with_options)
    return with_options


def refuse_others_than_root(verb: str) -> None:
    """Raise PlaceError for any other user than root."""
    if os.geteuid() != 0:
        raise PlaceError(f"node {verb}: only root can change a node's plugin folders; use sudo")


def get_yes(yes: bool) -> None:
    """Ask, unless the yes is given. Raises InputError without one."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise InputError("nothing was changed: there is no terminal to ask on; say --yes to do it all the same")
    if not click.confirm("Do it?", default=False, err=True):
        raise InputError("nothing was changed")
