"""All that the palette offers on a screen: what keys do, in the part with the focus too; themes, traces, demos."""

from collections.abc import Iterator
from typing import Any

from textual.screen import Screen

from app.keys.key import Section
from app.keys.remap import remap_of
from app.looks.themes import theme_names
from app.palette import Entry, bound_ids, key_entries, merged, named_entries, panel_entries, section_here
from app.screens.playing import PlayingScreen
from traces.model.summary import Summary
from traces.timeline.measure import one_line

_TRACES = 500
"""So many of the newest traces can be opened by name; the list's own filter finds all."""


def entries_of(screen: Screen[Any]) -> list[Entry] | None:
    """The entries for a screen with a table of keys; None for one without."""
    sections = getattr(screen, "SECTIONS", None)
    return merged(_entries(screen, sections)) if sections else None


def _entries(screen: Screen[Any], sections: tuple[Section, ...]) -> Iterator[Entry]:
    app, sections = screen.app, remap_of(screen.app).sections(sections)
    keys = [key for _, own in sections for key in own]
    of_the_app, of_the_screen = bound_ids(app), bound_ids(screen)
    yield from panel_entries(screen.focused, section_here(screen.focused, sections))
    yield from key_entries(screen, (key for key in keys if not key.keys or key.id in of_the_screen))
    yield from key_entries(app, (key for key in keys if key.id in of_the_app))
    themes = ((name, name) for name in theme_names())
    yield from named_entries("Theme", themes, lambda name: setattr(app, "theme", name))
    if isinstance(screen, PlayingScreen):
        newest = sorted(screen.summaries, key=lambda each: each.created, reverse=True)[:_TRACES]
        yield from named_entries("Open", ((_name(each), each.id) for each in newest), screen.open_trace)
        yield from named_entries("Demo", screen.backend.demos, screen.open_demo)


def _name(summary: Summary) -> str:
    """«ADD shop/web-0 k8s-pod, 2026-01-02 03:04, FAILED, id»."""
    pod = f"{summary.namespace}/{summary.pod}" if summary.pod else summary.container_id[:13]
    when = summary.created[:16].replace("T", " ")
    ended = "under way" if not summary.finished else "FAILED" if summary.error else ""
    return one_line(", ".join(filter(None, (f"{summary.verb} {pod} {summary.network}", when, ended, summary.id))))
