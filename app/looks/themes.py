"""The looks of the whole: themes of our own (dark, light, high contrast), and which one to take."""

from collections.abc import Mapping

from textual.theme import BUILTIN_THEMES, Theme

_STATES_DARK = {
    "state-ok": "#7bd88f",
    "state-failed": "#ff7a85",
    "state-running": "#ffcb6b",
    "state-unreached": "#6b7688",
    "state-simulated": "#c3a6ff",
    "selection": "#24405f",
}
_STATES_LIGHT = {
    "state-ok": "#1c7a3e",
    "state-failed": "#c02436",
    "state-running": "#8f5b00",
    "state-unreached": "#7b8088",
    "state-simulated": "#6d3fc4",
    "selection": "#cfe0f5",
}

DARK = Theme(
    name="cnistep-dark",
    primary="#5fb3f9",
    secondary="#8fa3bf",
    accent="#c3a6ff",
    success="#7bd88f",
    warning="#ffcb6b",
    error="#ff7a85",
    foreground="#d6dde8",
    background="#0d1117",
    surface="#151b24",
    panel="#1e2734",
    dark=True,
    variables={
        **_STATES_DARK,
        "border": "#5fb3f9",
        "border-blurred": "#2b3646",
        "scrollbar": "#33415a",
        "scrollbar-hover": "#46587a",
        "scrollbar-active": "#5fb3f9",
        "scrollbar-background": "#0d1117",
        "scrollbar-background-hover": "#0d1117",
        "scrollbar-background-active": "#0d1117",
        "scrollbar-corner-color": "#0d1117",
        "block-cursor-background": "#5fb3f9",
        "block-cursor-foreground": "#0d1117",
        "input-cursor-background": "#d6dde8",
        "input-cursor-foreground": "#0d1117",
        "input-selection-background": "#24405f",
        "footer-key-foreground": "#5fb3f9",
    },
)
LIGHT = Theme(
    name="cnistep-light",
    primary="#1d5fb4",
    secondary="#56657a",
    accent="#6d3fc4",
    success="#1c7a3e",
    warning="#8f5b00",
    error="#c02436",
    foreground="#22272f",
    background="#fbfaf8",
    surface="#f1efea",
    panel="#e5e2da",
    dark=False,
    variables={
        **_STATES_LIGHT,
        "border": "#1d5fb4",
        "border-blurred": "#c9c5ba",
        "scrollbar": "#c3beb1",
        "scrollbar-hover": "#a8a294",
        "scrollbar-active": "#1d5fb4",
        "scrollbar-background": "#fbfaf8",
        "scrollbar-background-hover": "#fbfaf8",
        "scrollbar-background-active": "#fbfaf8",
        "scrollbar-corner-color": "#fbfaf8",
        "block-cursor-background": "#1d5fb4",
        "block-cursor-foreground": "#fbfaf8",
        "input-selection-background": "#cfe0f5",
        "footer-key-foreground": "#1d5fb4",
    },
)
CONTRAST = Theme(
    name="cnistep-contrast",
    primary="#66d9ff",
    secondary="#ffffff",
    accent="#ff9df5",
    success="#5dff8f",
    warning="#ffe14d",
    error="#ff8f8f",
    foreground="#ffffff",
    background="#000000",
    surface="#161616",
    panel="#2a2a2a",
    dark=True,
    variables={
        "state-ok": "#5dff8f",
        "state-failed": "#ff8f8f",
        "state-running": "#ffe14d",
        "state-unreached": "#c4c4c4",
        "state-simulated": "#ff9df5",
        "selection": "#0047a8",
        "text-muted": "#d8d8d8",
        "border": "#ffffff",
        "border-blurred": "#a0a0a0",
        "scrollbar": "#a0a0a0",
        "scrollbar-background": "#000000",
        "block-cursor-background": "#ffe14d",
        "block-cursor-foreground": "#000000",
        "input-selection-background": "#0047a8",
        "footer-key-foreground": "#66d9ff",
    },
)
THEMES = (DARK, LIGHT, CONTRAST)

VARIABLES = {
    "state-ok": "ansi_green",
    "state-failed": "ansi_red",
    "state-running": "ansi_yellow",
    "state-unreached": "ansi_bright_black",
    "state-simulated": "ansi_magenta",
    "selection": "ansi_blue",
}
"""Our own variables in themes that are not ours: what App.get_theme_variable_defaults gives."""

NO_COLOUR = "ansi-dark"
"""Textual's theme of bare terminal colours: only with such a one does Textual leave colours out under NO_COLOR."""


def theme_names() -> tuple[str, ...]:
    """All themes, our own first."""
    return (*(theme.name for theme in THEMES), *sorted(BUILTIN_THEMES))


def choose_theme(env: Mapping[str, str], wished: str | None = None) -> str:
    """The name of the theme to start with.

    NO_COLOR wins over the wish, an empty one too, since Textual heeds that as well. The App must then be made with
    ``ansi_color=True``: which filter leaves the colours out is settled before a theme can be set.
    """
    if "NO_COLOR" in env:
        return NO_COLOUR
    return wished or env.get("TEXTUAL_THEME") or DARK.name
