"""Says what runs, where and as whom, before it runs; and asks, where it is the real host."""

import os
import pwd
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from app.output import say
from traces.cni.anyjson import ipam_of
from traces.cni.config_help import version_hint
from traces.errors import InputError, PlaceError
from traces.model.network import Attachment, Link, Network
from traces.model.trace import Trace
from traces.session.surroundings import default_plugin_dirs, recorded_plugin_dirs
from traces.timeline.printable import printable
from traces.timeline.steps import links_in_order

if TYPE_CHECKING:
    from app.chain_options import ChainOptions
    from traces.session.session import Session


def announce(session: "Session", network: Network, verbs: Sequence[str], runtime: str = "libcni") -> None:
    """One line on stderr: what runs, where and as whom. Opens the place. Raises PlaceError."""
    chain = " > ".join(printable(link.type) for link in network.links)
    where = "in a sandbox of its own" if session.place.kind == "sandbox" else "ON THIS HOST"
    hint = version_hint(network.cni_version)
    if hint:
        say(f"cnistep: {printable(network.source)}: {hint}")
    how = "" if runtime == "libcni" else f" as {runtime} runs it,"
    say(f"cnistep: {' '.join(verbs)} of {printable(network.name)} ({chain}){how} {where}, as {user()}")
    simulated = session.simulated(network)
    if simulated:
        how = "" if session.place.kind == "sandbox" else ", with answers only: nothing is made"
        say(f"cnistep: simulated{how}: {printable(', '.join(simulated))}")
    for words in _generic_words(simulated):
        say(f"cnistep: {printable(words)}")


def _generic_words(simulated: Sequence[str]) -> Iterator[str]:
    """What is to be said of each plugin that has no stand-in of its own: it may be misspelt."""
    from traces.simulate.spelling import meant
    from traces.simulate.table import NAMES

    for name in simulated:
        if name not in NAMES:
            near = meant(name, NAMES)
            asked = f": is {near} meant?" if near else ""
            yield f"{name} has no stand-in of its own, the general one stands for it{asked}"


def ask(
    networks: Sequence[Network], verbs: Sequence[str], options: "ChainOptions", attachment: Attachment, yes: bool
) -> None:
    """Name what will run on the real host and get a yes. Raises InputError without one, PlaceError without root."""
    say("cnistep: this runs on the real host, not in the sandbox:")
    for network in networks:
        say(f"  verbs      {' '.join(verbs)} over the network {printable(network.name)} ({printable(network.source)})")
        for link in network.links:
            say(f"  plugin {link.index}   {printable(with_ipam(link))}")
    say(f"  found in   {':'.join(options.plugin_dirs or default_plugin_dirs())}")
    say(f"  for        {printable(attachment.container_id)}, {attachment.ifname} in {printable(attachment.netns)}")
    say(f"  as         {user()}; cache in {options.cache_dir}")
    _refuse_unasked(yes)
    if os.geteuid() != 0:
        raise PlaceError(
            "--netns: only root can run plugins on the host; leave it out to run in the sandbox, or use sudo"
        )
    _get_yes(yes)


def _get_yes(yes: bool) -> None:
    _refuse_unasked(yes)
    if not yes and not click.confirm("Run it?", default=False, err=True):
        raise InputError("nothing was run")


def _refuse_unasked(yes: bool) -> None:
    if not yes and not sys.stdin.isatty():
        raise InputError("nothing was run: there is no terminal to ask on; say --yes to run it all the same")


def ask_in_place(trace: Trace, link: int, edited: bool, yes: bool) -> None:
    """Name what will run again in the pod itself and get a yes. Raises InputError without one, PlaceError for no root.

    A GC has no pod to run in: it is refused where it is planned.
    """
    say("cnistep: this runs on the real host, in the pod itself, not in the sandbox:")
    for name, text in in_place_facts(trace, link, edited):
        say(f"  {name:<10} {text}")
    if os.geteuid() != 0:
        raise PlaceError("--how in-place: only root can run plugins on the host; use materialise, or sudo")
    _get_yes(yes)


def in_place_facts(trace: Trace, link: int, edited: bool) -> list[tuple[str, str]]:
    """What a rerun in place will run, where and as whom, each with its name; safe text."""
    order = links_in_order(trace)
    behind = order[order.index(link) :] if link in order else [link]
    given = "what you edited" if edited else "what was recorded"
    attachment = trace.attachment
    facts = [
        ("verb", f"{trace.verb} of the network {trace.network.name}, from link {link} on, which is given {given}"),
        ("plugins", ", ".join(with_ipam(trace.network.links[index]) for index in behind)),
        ("found in", ":".join(recorded_plugin_dirs(trace) or default_plugin_dirs())),
        ("for", f"{attachment.container_id}, {attachment.ifname} in {attachment.netns or '(no netns)'}"),
        ("as", f"{user()}; the runtime's result cache is not written"),
    ]
    return [(name, printable(text)) for name, text in facts]


def with_ipam(link: Link) -> str:
    """The plugin, and the one that it delegates addresses to, as its configuration names it."""
    delegate = ipam_of(link.config).get("type")
    return f"{link.type}, which runs {delegate}" if isinstance(delegate, str) and delegate else link.type


def user() -> str:
    """Who runs this program: name and uid."""
    uid = os.geteuid()
    try:
        return f"{pwd.getpwuid(uid).pw_name} (uid {uid})"
    except KeyError:
        return f"uid {uid}"
