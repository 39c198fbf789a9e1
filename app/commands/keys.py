"""«cnistep keys»: the table of the screen's actions, their ids and keys, and where a user's own keys come from."""

from collections.abc import Iterator
from typing import Any

import click

from app.keys.all_keys import ALL_SCOPES, ALL_SECTIONS
from app.keys.key import Key
from app.keys.key_names import shown_keys
from app.keys.remap import Remap, checked
from app.looks.config import VARIABLE, Config, read_config
from app.output import Output, output_options
from traces.timeline.printable import printable

SCHEMA_VERSION = 1


@click.command()
@output_options()
def keys(**options: Any) -> int:
    """List every action of the screen: its id, its keys, what it does.

    Your own keys stand in a file: below [keys] lines like "mark.toggle" = "ctrl+k". Theme, motion, ascii and mouse can
    be set there too.
    """
    output, config = Output(**options), read_config()
    remap = checked(config, ALL_SCOPES)
    if output.as_json:
        output.document(_document(config, remap))
    elif output.plain:
        click.echo("\n".join(_told(config, remap)))
    else:
        click.echo("\n".join(_drawn(config, remap)))
    return 0


def _rows(remap: Remap) -> Iterator[tuple[str, Key, Key]]:
    """The section, the action as it is, and with the user's key."""
    for title, section in ALL_SECTIONS:
        yield from ((title, key, remap.key(key)) for key in section)


def _place(config: Config) -> str:
    path = printable(str(config.path))
    if config.found:
        return f"your keys are read from {path}"
    return f"no file of yours is at {path}: it would be read ({VARIABLE} names another)"


def _from(config: Config, key: Key) -> str:
    """Where a key of the user's comes from; empty for one of the table."""
    return f"{printable(str(config.path))}:{config.lines.get(key.id, 0)}" if key.id in config.keys else ""


def _drawn(config: Config, remap: Remap) -> Iterator[str]:
    """A table by sections."""
    title_before = ""
    widest = max(len(key.id) for _, key, _ in _rows(remap))
    for title, key, mine in _rows(remap):
        if title != title_before:
            yield f"\n{title}" if title_before else title
            title_before = title
        instead = f"  [{_from(config, key)}, instead of {key.shown or 'none'}]" if key.id in config.keys else ""
        yield f"  {key.id:<{widest}}  {mine.shown or '-':<16}  {key.help}{instead}"
    yield f"\n{_place(config)}"


def _told(config: Config, remap: Remap) -> Iterator[str]:
    """A line an action, with tabs between: id, keys, what it does, where a user's key comes from."""
    for _, key, mine in _rows(remap):
        yield "\t".join((key.id, mine.shown, key.help, _from(config, key)))


def _document(config: Config, remap: Remap) -> dict[str, Any]:
    actions = [
        {
            "id": key.id,
            "section": title,
            "keys": [name for name in mine.keys.split(",") if name],
            "shown": shown_keys(mine.keys).split() if mine.keys else [],
            "does": key.help,
            "default": [name for name in key.keys.split(",") if name],
            "from": _from(config, key) or None,
        }
        for title, key, mine in _rows(remap)
    ]
    return {
        "schema_version": SCHEMA_VERSION,
        "config": {"path": str(config.path), "found": config.found, "variable": VARIABLE},
        "keys": actions,
    }
