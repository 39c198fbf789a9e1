import pytest

from traces.errors import InputError
from traces.runner.env_edits import edited_environment, edits_from_options, environment_edits

RECORDED = (b"PATH=/bin", b"CNI_ARGS=", b"A=1", b"A=2", b"\xff=\xfe")


def test_edits_are_what_differs_by_name() -> None:
    wanted = (b"PATH=/bin", b"CNI_ARGS=X=1", b"NEW=", b"\xff=\xfe")
    assert environment_edits(RECORDED, wanted) == {"A": None, "CNI_ARGS": "X=1", "NEW": ""}
    assert environment_edits(RECORDED, RECORDED) == {}


def test_edits_are_laid_over_another_environment() -> None:
    edits = {"A": None, "CNI_ARGS": "X=1", "NEW": ""}
    fresh = ("CNI_NETNS=/run/netns/other", "A=1", "CNI_ARGS=", "A=2")
    assert edited_environment(fresh, edits) == ("CNI_NETNS=/run/netns/other", "CNI_ARGS=X=1", "NEW=")
    assert edited_environment(fresh, {}) == fresh


def test_options_set_variables_and_take_them_out() -> None:
    assert edits_from_options(RECORDED, ("B=x=y", "A="), ("PATH",)) == {"B": "x=y", "A": "", "PATH": None}


@pytest.mark.parametrize(
    ("given", "unset", "said"),
    [
        (("B",), (), "--env B: expected NAME=VALUE"),
        (("=x",), (), "--env =x: expected NAME=VALUE"),
        ((), ("B",), "--unset-env B: no variable of that name was passed"),
        (("A=1",), ("A",), "--unset-env A: it is set by --env too"),
    ],
)
def test_a_wrong_option_says_what_was_expected(given: tuple[str, ...], unset: tuple[str, ...], said: str) -> None:
    with pytest.raises(InputError) as error:
        edits_from_options(RECORDED, given, unset)
    assert str(error.value) == said
