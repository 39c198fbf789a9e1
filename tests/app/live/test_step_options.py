import pytest

from app.live.step_options import StepOptions
from traces.errors import InputError
from traces.session.goals import Mode


def test_a_stepped_run_is_held_before_each_link() -> None:
    stepper = StepOptions(step=True, breaks=()).stepper()
    assert stepper is not None and stepper.mode is Mode.LINKS and stepper.breakpoints.all == ()


def test_with_breakpoints_it_runs_to_the_first() -> None:
    stepper = StepOptions(step=True, breaks=("exit!=0", "plugin=portmap verb=DEL")).stepper()
    assert stepper is not None and stepper.mode is Mode.RUN
    assert [each.text for each in stepper.breakpoints.all] == ["exit!=0", "plugin=portmap verb=DEL"]


def test_without_the_option_nothing_steps() -> None:
    assert StepOptions(step=False, breaks=()).stepper() is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (StepOptions(step=False, breaks=("exit!=0",)), "--break exit!=0: breakpoints hold a stepped run: add --step"),
        (StepOptions(step=True, breaks=("verb=ADD", "plugni=x")), "--break plugni=x: unknown field plugni"),
    ],
)
def test_a_wrong_breakpoint_is_named(options: StepOptions, said: str) -> None:
    with pytest.raises(InputError) as error:
        options.stepper()
    assert str(error.value).startswith(said)
