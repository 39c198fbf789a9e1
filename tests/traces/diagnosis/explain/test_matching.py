"""The recorded trace that a text is about."""

from traces.diagnosis.explain.explanation import Explanation
from traces.diagnosis.explain.matching import matching
from traces.model.summary import Summary

ID = "0f31caad287b942bf475f653660c1d8078c64f3bc65a4efc78d5dfba3cac2053"


def summary(trace: str, container: str = "other", verb: str = "ADD", pod: str = "", namespace: str = "") -> Summary:
    """A row of the store's index."""
    return Summary(
        id=trace,
        series="s",
        verb=verb,
        network="n",
        container_id=container,
        ifname="eth0",
        place="node",
        created="2024-01-01T00:00:00Z",
        calls=1,
        pod=pod,
        namespace=namespace,
    )


def found(text: Explanation, *summaries: Summary) -> str:
    """The id of the trace that matches; empty where none does."""
    match = matching(text, summaries)
    return match.id if match else ""


def test_the_sandbox_goes_before_the_pod() -> None:
    text = Explanation(error="x", container_id=ID, pod="web-0", namespace="shop")
    assert found(text, summary("a", pod="web-0", namespace="shop"), summary("b", container=ID)) == "b"


def test_the_same_verb_goes_before_newer_ones() -> None:
    text = Explanation(error="x", container_id=ID, verb="DEL")
    assert found(text, summary("a", ID, "CHECK"), summary("b", ID, "DEL"), summary("c", ID, "DEL")) == "b"


def test_a_shortened_id_is_enough_if_it_is_long_enough() -> None:
    assert found(Explanation(error="x", container_id=ID[:12]), summary("a", ID)) == "a"
    assert found(Explanation(error="x", container_id=ID[:4]), summary("a", ID)) == ""


def test_a_pod_of_another_namespace_is_another() -> None:
    text = Explanation(error="x", pod="web-0", namespace="shop")
    assert found(text, summary("a", pod="web-0", namespace="test")) == ""
    assert found(text, summary("a", pod="web-0", namespace="shop")) == "a"


def test_a_text_without_names_matches_nothing() -> None:
    assert found(Explanation(error="x"), summary("a", container="")) == ""
