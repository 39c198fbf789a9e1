"""Draws a quiz over many lessons."""

import random
from collections.abc import Sequence

from traces.lessons.kinds.table import KINDS
from traces.lessons.lesson import Lesson, Step

Drawn = tuple[Lesson, Step]


def draw(lessons: Sequence[Lesson], seed: str, count: int) -> tuple[Drawn, ...]:
    """So many questions of these lessons, always the same for one seed; those of one lesson stand together.

    Every lesson gives one before any gives a second. Tasks are not drawn.
    """
    chance = random.Random(seed)
    piles = [[(lesson, step) for step in lesson.all_steps if KINDS[step.kind].ask is not None] for lesson in lessons]
    for pile in piles:
        chance.shuffle(pile)
    chance.shuffle(piles)
    rounds = [pile[number] for number in range(max(map(len, piles), default=0)) for pile in piles if number < len(pile)]
    drawn = rounds[:count]
    order = list(dict.fromkeys(lesson.id for lesson, _ in drawn))
    return tuple(sorted(drawn, key=lambda one: order.index(one[0].id)))
