from traces.timeline.folding import Folding, folded_callers, shown_at
from traces.timeline.nesting import NestedLink, Path

BRIDGE = NestedLink("net", "eth0", "bridge")
MULTUS: tuple[Path, ...] = (
    (0,),
    (0, NestedLink("net", "eth0", "loopback")),
    (0, BRIDGE),
    (0, BRIDGE, "host-local"),
    (0, NestedLink("net", "eth0", "portmap")),
)
TWO: tuple[Path, ...] = ((0,), (0, "a"), (1,), (1, "a"), (1, "b"))
"""Two links, of which the second calls more."""


def folded(every: tuple[Path, ...], most: int, folding: Folding | None = None) -> set[Path]:
    return set(folded_callers(every, folding or Folding(), most, most))


def test_with_room_nothing_folds() -> None:
    assert folded(MULTUS, 5) == set()


def test_the_deepest_callers_fold_first() -> None:
    assert folded(MULTUS, 4) == {(0, BRIDGE)}
    assert folded(MULTUS, 3) == {(0, BRIDGE), (0,)}


def test_a_chain_folds_only_where_it_is_unreadable() -> None:
    assert folded_callers(MULTUS, Folding(), comfortable=2, readable=4) == {(0, BRIDGE)}
    assert folded_callers(MULTUS, Folding(), comfortable=2, readable=3) == {(0, BRIDGE), (0,)}


def test_of_callers_as_deep_the_one_that_calls_most_folds_first() -> None:
    assert folded(TWO, 4) == {(1,)}
    assert folded(TWO, 2) == {(0,), (1,)}


def test_callers_fold_whole_or_not_at_all() -> None:
    assert folded(TWO, 0) == {(0,), (1,)}


def test_the_users_word_holds_in_any_room() -> None:
    assert folded(TWO, 2, Folding().open((1,))) == {(0,)}
    assert folded(TWO, 99, Folding().close((0,))) == {(0,)}


def test_what_is_closed_makes_room_for_others() -> None:
    assert folded(TWO, 4, Folding().close((0,))) == {(0,)}


def test_opening_opens_what_is_around() -> None:
    folding = Folding().close((0,)).open((0, BRIDGE))
    assert folding == Folding(opened=frozenset({(0,), (0, BRIDGE)}))


def test_opening_again_finds_open_what_was_inside() -> None:
    folding = Folding().open((0, BRIDGE)).close((0,)).open((0,))
    assert (0, BRIDGE) in folding.opened


def test_callers_of_another_trace_do_no_harm() -> None:
    assert folded(TWO, 5, Folding().close((7, "x")).open((9,))) == set()


def test_the_outermost_folded_caller_shows_what_is_inside() -> None:
    assert shown_at((0, BRIDGE, "host-local"), {(0,), (0, BRIDGE)}) == (0,)
    assert shown_at((0, BRIDGE, "host-local"), {(0, BRIDGE)}) == (0, BRIDGE)
    assert shown_at((0, BRIDGE), {(0, BRIDGE)}) == (0, BRIDGE)
