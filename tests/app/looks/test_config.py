from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.looks.config import VARIABLE, Config, config_path, read_config
from traces.errors import InputError


def read(folder: Path, text: str | bytes) -> Config:
    """The configuration of a file with that text."""
    path = folder / "config.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_config({VARIABLE: str(path)})


def complaint(folder: Path, text: str | bytes) -> str:
    """What is said of a file with that text, without its folder."""
    with pytest.raises(InputError) as caught:
        read(folder, text)
    return str(caught.value).removeprefix(f"{folder}/")


def test_every_setting_is_read(tmp_path: Path) -> None:
    settings = 'theme = "nord"\nmotion = "none"\nascii = true\nmouse = false\n\n'
    text = settings + '[keys]\n"mark.toggle" = "Ctrl+k"\nquit = ["f8", "?"]\n'
    config = read(tmp_path, text)
    assert (config.theme, config.motion, config.ascii, config.mouse, config.found) == (
        "nord",
        "none",
        True,
        False,
        True,
    )
    assert config.keys == {"mark.toggle": "ctrl+k", "quit": "f8,question_mark"}
    assert config.lines == {"mark.toggle": 7, "quit": 8}


def test_an_id_without_quotes_is_the_same_id(tmp_path: Path) -> None:
    config = read(tmp_path, '[keys]\nmark.toggle = "k"\n')
    assert (config.keys, config.lines) == ({"mark.toggle": "k"}, {"mark.toggle": 2})


def test_no_file_is_no_mistake_unless_it_was_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert read_config({}) == Config(path=tmp_path / "cnistep" / "config.toml")
    with pytest.raises(InputError, match=r"no\.toml: there is no such file \(CNISTEP_CONFIG names it\)"):
        read_config({VARIABLE: str(tmp_path / "no.toml")})


def test_the_environment_names_the_file() -> None:
    assert config_path({VARIABLE: "/x/y.toml"}) == Path("/x/y.toml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\ntheem = 1", "config.toml:2: «theem» is no setting; expected keys, theme, motion, ascii or mouse"),
        ("theme = 3", 'config.toml:1: theme is no text; expected theme = "…"'),
        ('motion = "fast"', "config.toml:1: motion is «fast»; expected none, basic or full"),
        ("ascii = 1", "config.toml:1: ascii is neither true nor false; expected one of them"),
        ("keys = 1", 'config.toml:1: keys is no table; expected [keys] and below it "mark.toggle" = "ctrl+k"'),
        ("[keys]\n\nquit = 1", 'config.toml:3: «quit» needs a key; expected a text like "ctrl+k", or a list'),
        ("[keys]\nquit = []", 'config.toml:2: «quit» needs a key; expected a text like "ctrl+k", or a list'),
        ("theme = ", "config.toml:1: not TOML: Invalid value"),
    ],
)
def test_a_wrong_file_is_refused_with_line_and_expectation(tmp_path: Path, text: str, said: str) -> None:
    assert complaint(tmp_path, text) == said


def test_a_wrong_key_is_refused_with_what_to_write(tmp_path: Path) -> None:
    said = complaint(tmp_path, '[keys]\n"quit" = "ctrl+i"\n')
    assert said == "config.toml:2: «quit»: a terminal sends tab for «ctrl+i»: choose another"


def test_bytes_that_are_no_text_are_refused_with_their_place(tmp_path: Path) -> None:
    assert (
        complaint(tmp_path, b'theme = "nord"\nx = "\xff"\n') == "config.toml:2: byte 20 is not UTF-8; TOML was expected"
    )


def test_a_file_that_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Is a directory"):
        read_config({VARIABLE: str(tmp_path)})


@given(st.text(max_size=60) | st.sampled_from(["[keys]\n", 'keys = {"" = ""}', "[keys.a.b]\nc = 1", "[[keys]]", "a=1"]))
def test_any_text_is_read_or_refused_in_one_line(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    try:
        read(tmp_path_factory.getbasetemp(), text)
    except InputError as error:
        assert "\n" not in str(error)
