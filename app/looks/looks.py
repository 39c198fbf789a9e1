"""How the screen looks and moves: the command line says it, else the environment, else the file of the user."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import click

from app.looks.config import MOTIONS, Config, read_config


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """What was wished. None leaves it to what the terminal seems to be."""

    theme: str | None = None
    motion: str | None = None
    ascii: bool | None = None
    mouse: bool = True
    config: Config | None = None
    """The user's file, for the keys in it."""


def looks(
    theme: str | None = None,
    motion: str | None = None,
    ascii: bool = False,
    no_mouse: bool = False,
    env: Mapping[str, str] = os.environ,
) -> Looks:
    """What holds, of the options, the environment and the user's file. Raises InputError where the file is wrong."""
    config = read_config(env)
    said = env.get("TEXTUAL_ANIMATIONS", "").lower()
    return Looks(
        theme=theme or env.get("TEXTUAL_THEME") or config.theme,
        motion=motion or (said if said in MOTIONS else None) or config.motion,
        ascii=True if ascii or env.get("CNISTEP_ASCII", "0") not in ("", "0") else config.ascii,
        mouse=not no_mouse and config.mouse is not False,
        config=config,
    )


def looks_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of a screen; it hands them to `looks`."""
    motion = click.option("--motion", type=click.Choice(MOTIONS), help="How much moves. [full; basic over ssh]")
    theme = click.option("--theme", metavar="NAME", help="The colours: cnistep-dark, cnistep-light, cnistep-contrast …")
    ascii_ = click.option("--ascii", is_flag=True, help="Draw with ASCII alone. [where the terminal is not UTF-8]")
    mouse = click.option("--no-mouse", is_flag=True, help="Leave the mouse to the terminal.")
    for option in (mouse, ascii_, theme, motion):
        command = option(command)
    return command
