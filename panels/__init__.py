"""Widgets: each draws a value and says what the user did. They never open a file, run a plugin or name one another."""

from pathlib import Path

STYLESHEET = Path(__file__).with_name("panels.tcss")
"""The looks of every panel; an App loads it beside its own stylesheet."""
