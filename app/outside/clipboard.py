"""The terminal's clipboard: how much it takes (OSC 52), and what has to be known of it in tmux."""

from collections.abc import Mapping
from typing import Any

from textual.app import App

MOST = 74_994
"""Characters of base64 that every terminal takes in one sequence: what fits in xterm's 100,000 bytes, as k9s has it."""
VARIABLE = "CNISTEP_OSC52_MAX"
TMUX_NOTE = "tmux hands it on only where its set-clipboard is on: tmux set -s set-clipboard on"


def most_of(environment: Mapping[str, str]) -> int:
    """The limit that the environment names, else the one that is safe everywhere."""
    chosen = environment.get(VARIABLE, "")
    return int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 12 else MOST


def hand_over(app: App[Any], text: str) -> None:
    """Give the terminal a text as it is: whoever calls this has taken the secrets out, or was told to leave them in."""
    App.copy_to_clipboard(app, text)


def fits(text: str, most: int) -> bool:
    """Whether a text, as base64, is within the limit."""
    return (len(text.encode()) + 2) // 3 * 4 <= most
