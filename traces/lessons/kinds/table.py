"""All kinds of steps."""

from traces.lessons.kinds.edit import EDIT
from traces.lessons.kinds.kind import Kind
from traces.lessons.kinds.left import LEFT
from traces.lessons.kinds.next import NEXT
from traces.lessons.kinds.outcome import OUTCOME
from traces.lessons.kinds.prev_result import PREV_RESULT
from traces.lessons.kinds.value import VALUE
from traces.lessons.lesson import Step
from traces.lessons.question import Question, shuffled
from traces.lessons.runs import Runs

KINDS: dict[str, Kind] = {kind.name: kind for kind in (NEXT, PREV_RESULT, VALUE, OUTCOME, LEFT, EDIT)}


def question_of(step: Step, runs: Runs, seed: str) -> Question | None:
    """What a step asks, its choices in an order that the seed decides; None for a task, which is to be done."""
    ask = KINDS[step.kind].ask
    return None if ask is None else shuffled(ask(step, runs, seed), f"{seed} {step.id}")
