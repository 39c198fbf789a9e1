"""Recorded text at its worst, in every place that a plugin or a runtime has a say in; and what it must not come to."""

import json
import unicodedata
from dataclasses import replace

from textual.app import App

from panels.render.raw_text import decode
from tests.support.traces import failing_add
from traces.model.call import Call, Outcome
from traces.model.trace import Trace

HOSTILE = {
    "closing markup": b"a [/] [/b] c",
    "markup": b"[red]x[/red] [@click=app.quit]y[/]",
    "unfinished markup": b"[[[ [b [/",
    "clear screen": b"\x1b[2J\x1b[H\x1b[31mred",
    "clipboard": b"\x1b]52;c;aGVsbG8=\x07 \x1b]52;c;aGVsbG8=\x1b\\",
    "c1 controls": b"\xc2\x9b31m \xc2\x9d0;title\xc2\x9c",
    "zeros": b"a\x00b\x00\x00",
    "all controls": bytes(range(32)) + b"\x7f",
    "carriage returns": b"one\rtwo\r\nthree\x0b\x0cfour",
    "bidi": "a\u202ereversed\u2066\u2069\u200fb".encode(),
    "line separators": "a\u2028b\u2029c\u0085d".encode(),
    "wide": ("網路設定" * 60).encode(),
    "emoji": ("👩‍👩‍👧‍👦🇩🇪👍🏽" * 20).encode(),
    "combining": ("e" + "\u0301" * 40).encode(),
    "variation selectors": "☎\ufe0f ✈\ufe0e".encode(),
    "no text": b"\xff\xfe\xc3\x28\xed\xa0\x80\xf0\x28\x8c\x28",
    "long line": b"x" * 300_000,
    "long wide line": ("網" * 100_000).encode(),
    "many lines": b"[/]\n" * 8_000,
    "json that hides it": json.dumps({"msg": "\x1b[2J[/]\u202e", "[red]": ["\x00", "\u2028"]}).encode(),
    "raw in json": '{"msg": "[/]\u202e\u200b\u009b", "k\u2066": 1}'.encode(),
    "deep": b"[" * 5_000 + b"]" * 5_000,
    "tabs": b'{\t"a":\t1\t}',
    "empty": b"",
    "spaces": b" \n\t\r\n ",
}


def hostile_call(raw: bytes) -> Call:
    """A call in which everything that a plugin or a runtime can choose is that text."""
    text = decode(raw[:2_000])
    return Call(
        id="hostile",
        plugin=text,
        path=f"/opt/{text}",
        verb=text,
        argv=(text, text),
        environment=(b"CNI_ARGS=" + raw, b"CNI_" + raw[:99] + b"=" + raw, raw, raw),
        stdin=raw,
        stdout=raw,
        stderr=raw,
        exit_code=1,
        started=1,
        ended=2,
        outcome=Outcome.ERROR,
        truncated=("stdin", "stdout", "stderr"),
    )


def assert_harmless(app: App[None]) -> None:
    """Nothing that is sent to the terminal may be more than a visible character, and every row is as wide as it is."""
    width, _ = app.size
    for strip in app.screen._compositor.render_strips():
        assert strip.cell_length == width
        assert unsafe(strip.text) == [], strip.text


def unsafe(text: str, allowed: str = "") -> list[str]:
    """The characters of a text that act on a terminal, or lie about what stands there."""
    return [
        char for char in text if char not in allowed and unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
    ]


def hostile_trace(raw: bytes) -> Trace:
    """A trace of two calls, one by the other, that are hostile in everything."""
    first = hostile_call(raw)
    second = replace(first, id="below", parent=first.id)
    trace, text = failing_add(), decode(raw[:500])
    network = replace(trace.network, name=text, source=text, raw=raw)
    attachment = replace(trace.attachment, container_id=text, netns=text, ifname=text, args=((text, text),))
    calls = (replace(first, link=0), second)
    return replace(trace, network=network, attachment=attachment, calls=calls, result=raw, notes=(text,))
