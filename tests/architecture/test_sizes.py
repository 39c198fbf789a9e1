"""Files and functions stay small enough to be read in one go."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("app", "panels", "traces", "tests")
LINES_OF_A_FILE = 300
LINES_OF_A_FUNCTION = 50


def sources(*suffixes: str) -> list[Path]:
    """The files of the project with one of the suffixes."""
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in suffixes]
    assert files
    return sorted(files)


def long_functions(path: Path) -> Iterator[str]:
    """The functions of a module that are too long, with their sizes."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            size = (node.end_lineno or node.lineno) - node.lineno + 1
            if size > LINES_OF_A_FUNCTION:
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name} has {size} lines"


def test_no_file_is_long() -> None:
    sizes = {str(path.relative_to(ROOT)): path.read_bytes().count(b"\n") for path in sources(".py", ".c", ".tcss")}
    assert {name: size for name, size in sizes.items() if size > LINES_OF_A_FILE} == {}


def test_no_function_is_long() -> None:
    assert [found for path in sources(".py") for found in long_functions(path)] == []


@pytest.mark.parametrize("folder", ["app", "panels", "traces"])
def test_every_module_says_what_it_is_for(folder: str) -> None:
    modules = sorted((ROOT / folder).rglob("*.py"))
    assert [
        str(path.relative_to(ROOT)) for path in modules if not ast.get_docstring(ast.parse(path.read_bytes()))
    ] == []
