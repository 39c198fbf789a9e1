import pytest

from traces.errors import InputError
from traces.model.answer import Answer


@pytest.mark.parametrize("code", [-1, 256])
def test_no_process_exits_with_that(code: int) -> None:
    with pytest.raises(InputError, match=f"exit code {code}: expected 0 to 255"):
        Answer(exit_code=code)


@pytest.mark.parametrize("number", [0, 65])
def test_no_process_dies_of_that(number: int) -> None:
    with pytest.raises(InputError, match=f"signal {number}: expected 1 to 64"):
        Answer(signal=number)


def test_any_end_of_a_process_is_an_answer() -> None:
    assert (Answer().exit_code, Answer(exit_code=255).exit_code, Answer(signal=64).signal) == (0, 255, 64)
