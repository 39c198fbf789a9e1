"""Opening trace after trace, with news as they come."""

from collections.abc import Sequence

from app.sifting import Sifted, sift
from tests.support.traces import recorded
from traces.errors import StoreError
from traces.model.trace import Trace


def opened(trace_id: str) -> Trace:
    if trace_id == "bad":
        raise StoreError("bad: not JSON")
    return recorded(verb=trace_id)


def ids_of(trace: Trace) -> Sequence[str]:
    return (trace.id,) if trace.verb == "DEL" else ()


def sifted(*ids: str, step: float = 0.0, stop_after: int = 99) -> list[Sifted[str]]:
    times = iter(range(100))
    asked = iter(range(100))
    seconds = lambda: next(times) * step  # noqa: E731
    return list(sift(ids, opened, ids_of, lambda: next(asked) >= stop_after, seconds))


def test_the_first_that_is_found_is_told_at_once() -> None:
    news = sifted("ADD", "DEL", "ADD", "DEL")
    assert [(each.searched, each.new) for each in news] == [(2, ("del-1",)), (4, ("del-1",))]
    assert {each.total for each in news} == {4}


def test_news_come_in_a_beat() -> None:
    assert [each.searched for each in sifted("ADD", "ADD", step=1)] == [1, 2, 2]


def test_what_cannot_be_opened_is_counted() -> None:
    (news,) = sifted("bad", "ADD")
    assert (news.unread, news.searched) == (1, 2)


def test_it_ends_when_it_is_asked_to() -> None:
    assert sifted("ADD", "ADD", "ADD", stop_after=2) == []
