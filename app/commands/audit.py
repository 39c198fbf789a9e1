"""``cnistep audit``: the chains of many nodes: which of them drifted, in what, and since when."""

import os
from pathlib import Path
from typing import Any

import click

from app.exits import FAILED, OK
from app.output import Output, output_options
from traces.cni.profiles.table import PROFILES
from traces.diagnosis.audit.audit import audit as audit_nodes
from traces.diagnosis.audit.collectors import COLLECTORS, collector_text
from traces.diagnosis.audit.document import audit_document
from traces.diagnosis.audit.text import audit_lines, audit_plain
from traces.diagnosis.collect.node import Places
from traces.errors import InputError
from traces.session.opening import SCHEMA_VERSION, write_document
from traces.session.surroundings import DEFAULT_CACHE_DIR, DEFAULT_CONF_DIR


@click.command()
@click.argument("nodes", nargs=-1, metavar="NODE-DIR...")
@click.option("--expect", metavar="FILE", help="Hold the nodes against this conflist, as it is in git.")
@click.option(
    "--as",
    "runtime",
    type=click.Choice(tuple(PROFILES)),
    default="containerd",
    show_default=True,
    help="Choose the file that is used as that runtime does.",
)
@click.option(
    "--conf-dir", metavar="DIR", default=DEFAULT_CONF_DIR, show_default=True, help="Where networks are on the nodes."
)
@click.option(
    "--plugins-dir",
    "--plugin-dir",
    "plugins_dirs",
    metavar="DIR",
    multiple=True,
    help="Where plugins are on the nodes. [the first usual folder that was collected]",
)
@click.option("--cache-dir", metavar="DIR", default=DEFAULT_CACHE_DIR, show_default=True, help="libcni's cache there.")
@click.option(
    "--collector",
    type=click.Choice(tuple(COLLECTORS)),
    help="Print the script, or the manifest, that collects a node; nothing else.",
)
@output_options(file=True)
def audit(
    nodes: tuple[str, ...],
    expect: str | None,
    runtime: str,
    conf_dir: str,
    plugins_dirs: tuple[str, ...],
    cache_dir: str,
    collector: str | None,
    **output: Any,
) -> int:
    """Compare nodes as they were collected: each a folder, a tar file or a JSON document {path: content}.

    A folder with several of them stands for all. Held against each other are the configuration files, which of them is
    used, and the plugins with their hashes and versions; without --expect what the most nodes have is right. What is
    another on every node, such as its subnet, is not compared.

    \b
    cnistep audit --collector sh > collect.sh        # on each node: sh collect.sh > NODE.tar
    cnistep audit --collector yaml | kubectl apply -f -

    Exit code 1 says that a node drifted, has a finding of severity error, or was left out since it can't be read.
    """
    if collector is not None:
        click.echo(collector_text(collector), nl=False)
        return OK
    if not nodes:
        raise InputError("audit: no node is given; expected what «cnistep audit --collector sh» collects of each")
    out = Output(**output)
    out.check()
    dirs = tuple(os.path.normpath(path) for path in plugins_dirs)
    places = Places(conf_dir=os.path.normpath(conf_dir), plugin_dirs=dirs, cache_dir=cache_dir, runtime=runtime)
    found = audit_nodes(nodes, places, expect)
    document = {"schema_version": SCHEMA_VERSION, **audit_document(found)}
    if out.file:
        write_document(Path(out.file), document)
    if out.as_json:
        out.document(document)
    else:
        lines = audit_plain(found) if out.is_told else audit_lines(found, out.width, out.ascii)
        click.echo("\n".join(lines))
    return FAILED if found.has_drift or found.has_error or found.refused else OK
