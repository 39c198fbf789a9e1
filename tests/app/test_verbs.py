import subprocess
import sys
from pathlib import Path

import click
import pytest

from app.cli import cli
from app.verbs import NODE_VERBS, VERBS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_is_a_command_of_its_name(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert (command.name, bool(command.help)) == (name, True)


@pytest.mark.parametrize("name", NODE_VERBS)
def test_every_verb_of_a_node_is_one_too(name: str) -> None:
    node = cli.get_command(click.Context(cli), "node")
    assert isinstance(node, click.Group)
    command = node.get_command(click.Context(node), name)
    assert command is not None
    assert (command.name, bool(command.help)) == (name, True)


@pytest.mark.parametrize("verb", VERBS.values())
def test_a_summary_is_one_sentence_for_one_row(verb: tuple[str, str, str]) -> None:
    assert verb[2].endswith(".")
    assert len(verb[2]) <= 80


def test_help_names_all_verbs_and_loads_none() -> None:
    code = (
        "import sys; sys.argv = ['cnistep', '--help']\n"
        "from app.cli import cli\n"
        "cli.main(standalone_mode=False)\n"
        "print(*(name for name in sys.modules if name.startswith(('app.commands', 'traces.session'))), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr.strip()) == (0, "")
    assert [name for name in VERBS if f"\n  {name} " not in ran.stdout] == []


def test_an_unknown_verb_is_none() -> None:
    assert cli.get_command(click.Context(cli), "sing") is None
