"""``cnistep document``: a chain as a page."""

import json
import os
from pathlib import Path
from typing import Any

import click

from app.exits import OK
from app.output import Output, output_options
from traces.cni.conflist import load_file, load_network
from traces.diagnosis.page.chain_page import Page, page_of
from traces.diagnosis.page.document import page_document
from traces.diagnosis.page.markdown import page_markdown
from traces.model.network import Network
from traces.session.opening import SCHEMA_VERSION, write_content
from traces.session.surroundings import DEFAULT_CONF_DIR


@click.command()
@click.argument("conf")
@click.option(
    "--conf-dir",
    metavar="DIR",
    default=lambda: os.environ.get("NETCONFPATH") or DEFAULT_CONF_DIR,
    help=f"Where networks are looked for by name. [NETCONFPATH, or {DEFAULT_CONF_DIR}]",
)
@click.option("-o", "file", metavar="FILE", help="Write to FILE, not to stdout.")
@output_options()
def document(conf: str, conf_dir: str, file: str | None, **output: Any) -> int:
    """Write a page about the chain of CONF, a conflist file or the name of a network.

    Its links in their order, what each makes, needs and leaves, what it runs itself, its capabilities, the order of
    DEL, and ADD and DEL as Mermaid diagrams. Nothing is executed. --plain leaves the diagrams out.
    """
    out = Output(file=file, **output)
    out.check()
    page = page_of(_network(conf, conf_dir))
    content = _json(page) if out.as_json else page_markdown(page, with_diagrams=not out.is_told)
    if file is None:
        click.echo(content, nl=False)
    else:
        write_content(Path(file), content.encode())
    return OK


def _json(page: Page) -> str:
    return json.dumps({"schema_version": SCHEMA_VERSION, **page_document(page)}, indent=1) + "\n"


def _network(conf: str, conf_dir: str) -> Network:
    """Of a file, or of a network's name in the folder. Raises ConfigError."""
    is_file = os.path.isfile(conf) or os.sep in conf or conf.endswith((".conflist", ".conf", ".json"))
    return load_file(conf) if is_file else load_network(conf_dir, conf)
