"""The command line: one group, a verb a file, and every error one line with an exit code."""

import os
import sys
from typing import Any

import click

from app.exits import FAILED, INTERRUPTED, MISUSED, exit_code_of
from app.output import say
from app.screen_doors import SCREENS
from app.verb_group import VerbGroup
from app.verbs import VERBS
from traces.errors import TraceError
from traces.timeline.printable import printable


def _tell_version(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    """Print it; a checkout that is not installed has none."""
    if not wanted or context.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        told = version("cnistep")
    except PackageNotFoundError:
        told = "of a checkout that is not installed"
    click.echo(f"cnistep, version {told}")
    context.exit()


@click.group(
    cls=VerbGroup,
    verbs=VERBS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_tell_version,
    help="Show the version and exit.",
)
@click.pass_context
def cli(ctx: click.Context) -> Any:
    """An interactive debugger for CNI plugin chains.

    Without a command: the screen, on the traces kept; on the demo, where there are none.
    """
    if ctx.invoked_subcommand is None:
        from app.screen_commands import start

        return ctx.invoke(start)
    return None


def main() -> None:
    """Run the command line and exit with its code."""
    sys.exit(_run())


def _run() -> int:
    _open_missing_streams()
    try:
        code = cli.main(standalone_mode=False, prog_name="cnistep", obj=SCREENS)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "cnistep"
        say(f"{command}: {error.format_message()} (see {command} --help)")
        return MISUSED
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        _give_up_stdout()
        return 0
    except TraceError as error:
        say(f"cnistep: {_one_line(error)}")
        return exit_code_of(error)
    except OSError as error:
        if error.filename is None:
            # Stdout that can't be written: a full disk, a closed terminal.
            _give_up_stdout()
        say(f"cnistep: {printable(str(error.filename or 'stdout'))}: {error.strerror}")
        return MISUSED
    except Exception as error:  # noqa: BLE001 - whatever is left is a mistake of ours: a report tells it, not a traceback
        from app.outside.crash import report_crash

        say(report_crash(error))
        return FAILED


def _open_missing_streams() -> None:
    """A caller may have closed stdout or stderr; what would go there then goes nowhere."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _give_up_stdout() -> None:
    """Without this Python complains once more, when it flushes at its end what can't be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _one_line(error: TraceError) -> str:
    """The error's text; for a refused file its name and the place in it before, and what to write instead behind."""
    from traces.cni.config_help import ConflistError

    if not isinstance(error, ConflistError):
        return printable(str(error))
    place = f":{error.line}:{error.column}" if error.line else ""
    hint = f" ({error.hint})" if error.hint else ""
    return printable(f"{error.source}{place}: {error}{hint}")


if __name__ == "__main__":
    main()
