"""Where one stands among the hits."""

from app.hit_list import HitList
from traces.timeline.search import MOST, Hit


def hit(step: int, plugin: str = "bridge", ink: int = 0) -> Hit:
    return Hit(step=step, plugin=plugin, side="stdin", ink=ink, line="")


HITS = (hit(1), hit(1, ink=5), hit(4, "portmap"), hit(6))


def filled(*, is_over: bool = True) -> HitList:
    found = HitList()
    found.add(HITS, is_over=is_over)
    return found


def test_the_first_is_the_one_from_here_on() -> None:
    assert filled().go(1, 2) == HITS[2]
    assert filled().go(1, 7) == HITS[0]
    assert filled().go(-1, 4) == HITS[1]
    assert filled().go(-1, 0) == HITS[3]


def test_one_goes_round() -> None:
    found = filled()
    assert [found.go(1, 0) for _ in range(5)] == [*HITS, HITS[0]]
    assert found.go(-1, 0) == HITS[3]
    assert found.told == "hit 4 of 4"


def test_it_is_told_how_many_there_are() -> None:
    empty = HitList()
    assert (empty.told, empty.go(1, 0)) == ("searching", None)
    empty.add((), is_over=True)
    assert empty.told == "no hit"
    assert filled().told == "4 hits"
    assert filled(is_over=False).told == "4 hits so far"
    assert filled().counts == (("bridge", 3), ("portmap", 1))


def test_more_hits_do_not_move_one() -> None:
    found = filled(is_over=False)
    found.go(1, 4)
    found.add([hit(9)], is_over=True)
    assert found.told == "hit 3 of 5"


def test_a_hit_to_stand_at_is_found_when_it_comes() -> None:
    found = HitList(here=HITS[2])
    found.add(HITS[:2], is_over=False)
    assert found.told == "2 hits so far"
    found.add(HITS[2:], is_over=True)
    assert found.told == "hit 3 of 4"


def test_endless_hits_are_told_as_such() -> None:
    found = HitList()
    found.add([hit(0)] * MOST, is_over=True)
    assert found.told == "5,000+ hits"
