"""``cnistep doctor``: what is wrong with this node's chains, without running one."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from app.diagnosis.doctor_report import doctor_document, lines_of
from app.exits import FAILED, OK
from app.output import Output, output_options
from traces.cni.profiles.table import PROFILES
from traces.diagnosis.collect.node import Places
from traces.diagnosis.report import has_error
from traces.errors import InputError
from traces.session.doctor import examine, likely_places, likely_runtime
from traces.session.opening import write_document
from traces.session.surroundings import DEFAULT_CACHE_DIR


@click.command()
@click.option(
    "--root",
    metavar="DIR",
    default="/",
    show_default=True,
    help="The node's file tree, where it is mounted or was collected elsewhere. Then nothing is executed.",
)
@click.option(
    "--as",
    "runtime",
    type=click.Choice(tuple(PROFILES)),
    help="Look at it as that runtime does. [the one that the node seems to have]",
)
@click.option(
    "--conf-dir",
    metavar="DIR",
    default=lambda: os.environ.get("NETCONFPATH"),
    help="Where networks are. [NETCONFPATH, or what the runtime's configuration names]",
)
@click.option(
    "--plugins-dir",
    "--plugin-dir",
    "plugins_dirs",
    metavar="DIR",
    multiple=True,
    help="Where plugins are looked for; may be repeated. [CNI_PATH, or what the runtime's configuration names]",
)
@click.option("--cache-dir", metavar="DIR", default=DEFAULT_CACHE_DIR, show_default=True, help="libcni's cache.")
@click.option("--ask-status", is_flag=True, help="Also ask the plugins for their STATUS, where the version has it.")
@output_options(file=True)
def doctor(
    root: str,
    runtime: str | None,
    conf_dir: str | None,
    plugins_dirs: tuple[str, ...],
    cache_dir: str,
    ask_status: bool,
    **output: Any,
) -> int:
    """Look at this node's chains without running one, and say what is wrong, how one knows, and what to do next.

    Which file would be used and why, every plugin: found, able to start, able to speak the version; what is cached and
    reserved, and what is left over. Plugins are executed for nothing but VERSION, and STATUS where that is asked for.
    The exit code is 1 if there is a finding of severity error.
    """
    out = Output(**output)
    out.check()
    root = _root(root)
    if ask_status and root != "/":
        raise InputError("--ask-status: of another --root nothing is executed; leave one of the two out")
    places = _places(root, runtime or likely_runtime(root), conf_dir, plugins_dirs, cache_dir)
    found = examine(root, places, ask_status=ask_status)
    document = doctor_document(found, root)
    if out.file:
        write_document(Path(out.file), document)
    if out.as_json:
        out.document(document)
    else:
        click.echo("\n".join(lines_of(found, root, plain=out.is_told, width=out.width, ascii=out.ascii)))
    return FAILED if has_error(found.findings) else OK


def _root(root: str) -> str:
    real = os.path.realpath(root)
    if not os.path.isdir(real):
        raise InputError(f"--root {root}: no such folder; expected a node's file tree, such as /host")
    return real


def _places(root: str, runtime: str, conf_dir: str | None, plugins_dirs: tuple[str, ...], cache_dir: str) -> Places:
    """Where to look: what is given first. Paths are the node's own."""
    places = likely_places(root, runtime)
    named = plugins_dirs or tuple(filter(None, os.environ.get("CNI_PATH", "").split(":") if root == "/" else ()))
    dirs = tuple(os.path.abspath(path) for path in named)
    return replace(
        places,
        conf_dir=os.path.abspath(conf_dir) if conf_dir else places.conf_dir,
        plugin_dirs=dirs or places.plugin_dirs,
        cache_dir=os.path.abspath(cache_dir),
    )
