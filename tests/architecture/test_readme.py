"""What the README promises to work, works."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click import Command, Context, Group

from app.cli import cli
from tests.support.chains import ANSWERS, scripts
from tests.support.cli import conflist
from tests.support.needs import needs_namespaces

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


@needs_namespaces
def test_the_library_example_runs(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    conflist(tmp_path, {"type": "one"}, {"type": "two", "capabilities": {"mac": True}})
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS, two=ANSWERS)
    code = code.replace("/etc/cni/net.d", str(tmp_path)).replace("/usr/lib/cni", str(bin_dir))
    names: dict[str, Any] = {}
    exec(code, names)
    (example,) = (value for name, value in names.items() if name.startswith("test_"))
    run: Callable[[Path], None] = example
    run(tmp_path / "state")


def test_every_option_that_it_names_is_there() -> None:
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", README))
    assert named - options(cli) == {"--profile", "--image"}, "those two are kubectl's"


def test_every_file_that_it_names_is_there() -> None:
    for name in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (Path(__file__).parents[2] / name).exists(), name


def options(command: Command) -> set[str]:
    """The options of a command, and of the commands in it."""
    mine = {name for parameter in command.params for name in parameter.opts}
    ctx = Context(command)
    names = command.list_commands(ctx) if isinstance(command, Group) else ()
    inner = (command.get_command(ctx, name) for name in names) if isinstance(command, Group) else ()
    return mine.union(*(options(each) for each in inner if each is not None))
