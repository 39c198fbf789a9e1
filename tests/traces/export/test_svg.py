"""The picture: what is on it, that it loads nothing, and that no recorded text is markup on it."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.support.any_trace import any_trace
from tests.support.nested import two_more_networks
from tests.support.traces import FLANNEL, failing_add, hostile, long_chain, missing_plugin, recorded, running
from traces.export.svg import svg_text
from traces.model.trace import Trace

SVG = "{http://www.w3.org/2000/svg}"


def drawn(trace: Trace) -> ET.Element:
    """The picture, taken apart."""
    return ET.fromstring(svg_text(trace))


def texts(trace: Trace) -> list[str]:
    """What is written on it."""
    return [element.text or "" for element in drawn(trace).iter(f"{SVG}text")]


def test_lanes_labels_and_facts_are_on_it() -> None:
    said = texts(failing_add())
    assert {"runtime", "bridge", "link 0", "host-local", "ipam", "ADD prevResult 302 B", "20 ms, exit 0"} <= set(said)
    assert said.count("not reached") == 6


def test_a_failure_is_told_in_words_and_looks() -> None:
    root = drawn(failing_add())
    failed = [element.text for element in root.iter(f"{SVG}text") if "failed" in element.get("class", "")]
    assert "\u2717 code 11 iptables: chain exists" in failed
    assert [bar.get("class") for bar in root.iter(f"{SVG}rect")] == ["back", "bar", "bar", "bar-failed"]


def test_calls_are_solid_and_replies_dashed() -> None:
    looks = [line.get("class", "") for line in drawn(recorded(FLANNEL)).iter(f"{SVG}line")]
    assert looks.count("call") == looks.count("reply") == len(recorded(FLANNEL).calls)


def test_a_link_that_could_not_be_executed_is_crossed_out() -> None:
    assert any("failed before it could be executed" in text for text in texts(missing_plugin()))


def test_everything_lies_within_the_picture() -> None:
    for trace in (failing_add(), long_chain(200), two_more_networks(), running()):
        root = drawn(trace)
        width, height = float(root.get("width", "0")), float(root.get("height", "0"))
        for line in root.iter(f"{SVG}line"):
            assert 0 <= float(line.get("x2", "")) <= width and 0 <= float(line.get("y2", "")) <= height
        for text in root.iter(f"{SVG}text"):
            ends = float(text.get("x", "")) + (7.8 * len(text.text or "") if text.get("text-anchor") == "start" else 0)
            assert ends <= width + 1 and float(text.get("y", "")) < height


def test_it_loads_nothing() -> None:
    text = svg_text(failing_add())
    assert re.findall(r"https?:[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"@import|@font-face|url\(|href|<script|<image|<foreignObject", text)


@pytest.mark.parametrize(
    "name", ["</text><script>x()</script>", "&lt;b&gt;", "a\x1b[2J\x00", "\u202ereversed", "]]>", "\ufffe\uffff\ud800"]
)
def test_hostile_names_are_text(name: str) -> None:
    trace = failing_add()
    calls = (replace(trace.calls[0], plugin=name, verb=name), *trace.calls[1:])
    root = drawn(replace(trace, calls=calls, verb=name))
    assert {element.tag for element in root.iter()} == {
        f"{SVG}{tag}" for tag in ("svg", "title", "style", "rect", "text", "line", "path")
    }
    assert all(char.isprintable() for text in root.iter(f"{SVG}text") for char in text.text or "")


def test_a_hostile_trace_is_drawn() -> None:
    assert drawn(hostile()).tag == f"{SVG}svg"


@settings(max_examples=30, deadline=None)
@given(any_trace())
def test_any_trace_is_a_whole_document(trace: Trace) -> None:
    svg_text(trace).encode()
    assert drawn(trace).tag == f"{SVG}svg"
