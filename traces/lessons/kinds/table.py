"""All kinds of steps."""

from traces.errors import InputError
from traces.lessons.kinds.chain import CHAIN
from traces.lessons.kinds.edit import EDIT
from traces.lessons.kinds.kind import Kind
from traces.lessons.kinds.left import LEFT
from traces.lessons.kinds.next import NEXT
from traces.lessons.kinds.outcome import OUTCOME
from traces.lessons.kinds.prev_result import PREV_RESULT
from traces.lessons.kinds.value import VALUE
from traces.lessons.lesson import Step
from traces.lessons.moments import Moments
from traces.lessons.question import Question, shuffled
from traces.lessons.runs import Runs
from traces.lessons.tasks import Task

KINDS: dict[str, Kind] = {kind.name: kind for kind in (NEXT, PREV_RESULT, VALUE, OUTCOME, LEFT, EDIT, CHAIN)}


def question_of(step: Step, runs: Runs, seed: str) -> Question | None:
    """What a step asks, its choices in an order that the seed decides; None for a task, which is to be done."""
    ask = KINDS[step.kind].ask
    return None if ask is None else shuffled(ask(step, runs, seed), f"{seed} {step.id}")


def task_of(step: Step, runs: Runs) -> Task:
    """What is to be done at a step. Raises InputError for a question, or where the runs have nothing to edit."""
    do = KINDS[step.kind].do
    if do is None:
        raise InputError(f"{step.source}: a step of the kind {step.kind} is a question, and no task")
    return do(step, runs)


def moments_of(step: Step, runs: Runs) -> Moments:
    """How far the run is seen when a step asks, and how far once that is answered."""
    return KINDS[step.kind].moments(step, runs)
