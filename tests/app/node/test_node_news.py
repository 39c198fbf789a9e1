from app.node.node_news import MOST_CHANGES, News, NewsBox
from tests.support.fake_node import on_node
from traces.model.events import ChainChanged, Seen, TraceEnded, TraceGone, TraceStarted

ONE = on_node("one", 1)


def change(number: int) -> ChainChanged:
    return ChainChanged(network=f"n{number}", source="/x", how="is gone", pods=("pod a",))


def test_the_screen_is_told_once_until_it_takes_the_news() -> None:
    box = NewsBox()
    assert box.put(Seen(ONE, TraceStarted(ONE)))
    assert not box.put(Seen(ONE, TraceEnded(ONE)))
    assert box.take().changed == {"one"}
    assert box.put(change(1))


def test_news_are_taken_once() -> None:
    box = NewsBox()
    box.put(Seen(ONE, TraceStarted(ONE)))
    box.put(change(1))
    news = box.take()
    assert news == News(begun=frozenset({"one"}), changed=frozenset({"one"}), chains=(change(1),))
    assert box.take() == NewsBox().take()


def test_a_trace_that_is_none_has_not_begun() -> None:
    box = NewsBox()
    box.put(Seen(ONE, TraceStarted(ONE)))
    box.put(TraceGone("one"))
    news = box.take()
    assert not news.begun
    assert news.gone == {"one"}


def test_of_many_changes_the_newest_are_kept() -> None:
    box = NewsBox()
    for number in range(MOST_CHANGES + 5):
        box.put(change(number))
    assert [each.network for each in box.take().chains][:: MOST_CHANGES - 1] == ["n5", "n104"]
