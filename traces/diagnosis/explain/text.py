"""An explanation as text: what failed in one line, its cause and what to do next, then who said what."""

from collections.abc import Iterator

from traces.diagnosis.explain.explanation import Explanation, Layer
from traces.diagnosis.explain.fold import MOST_PODS
from traces.timeline.fold import fold_words
from traces.timeline.printable import printable

_LABEL = 8
_LONGEST = 600
_PODS = 3
_ASCII = str.maketrans({"«": "'", "»": "'", "…": "..."})
_BEGINNING = 12
"""Characters of a container ID that tell it apart."""


def explanation_text(explanation: Explanation, *, width: int = 100, ascii: bool = False, recorded: str = "") -> str:
    """The explanation for somebody who is in a hurry; with what is recorded of it, a safe text; safe text."""
    rows = [headline(explanation)]
    for label, text in _facts(explanation, recorded):
        rows += _wrapped(label, text, width)
    if len(explanation.layers) > 1 or any(layer.who for layer in explanation.layers):
        rows += ["", "  who said what, from the outside in:"]
        widest = max(len(printable(layer.who)) for layer in explanation.layers)
        arrow = "->" if ascii else "\u2192"
        for layer in explanation.layers:
            rows += _layer(layer, min(widest, 20), width, arrow)
    text = "\n".join(row.rstrip() for row in rows)
    return text.translate(_ASCII).encode("ascii", "backslashreplace").decode() if ascii else text


def explanation_plain(explanation: Explanation, recorded: str = "") -> str:
    """The same as lines of «label: text» that a screen reader or a script can take; safe text."""
    rows = [headline(explanation)]
    rows += [f"{label}: {text}" for label, text in _facts(explanation, recorded)]
    for number, layer in enumerate(explanation.layers, 1):
        means = f" ({printable(layer.means)})" if layer.means else ""
        rows.append(f"layer {number}: {printable(layer.who) or 'unknown'}: {_short(layer.added)}{means}")
    return "\n".join(rows)


def headline(explanation: Explanation) -> str:
    """What failed, of which link, network and pod, in one line; safe text."""
    what = {"": "A call", "load": "Loading the configuration"}.get(explanation.verb, explanation.verb)
    state = "failed" if explanation.is_error else "went well"
    if explanation.is_cleanup:
        what = f"The clean-up {what}"
    parts = [f"{what} {state}"]
    if explanation.plugin:
        inside = f" (run by {', '.join(reversed(explanation.through))})" if explanation.through else ""
        name = f" «{explanation.entry}»" if explanation.entry not in ("", explanation.plugin) else ""
        parts.append(f"at the plugin {explanation.plugin}{name}{inside}")
    if explanation.network:
        parts.append(f"of the network {explanation.network}")
    text = " ".join(parts)
    if explanation.pod:
        text += f", pod {_pod(explanation)}"
    if explanation.container_id:
        text += f", sandbox {explanation.container_id[:_BEGINNING]}"
    return printable(text)


def _facts(explanation: Explanation, recorded: str) -> Iterator[tuple[str, str]]:
    yield "error", _short(explanation.message or explanation.error)
    if explanation.kinds:
        first, *others = explanation.kinds
        yield "kind", printable(f"{first}, or {', '.join(others)}" if others else first)
    for label, text in (
        ("cause", explanation.cause if explanation.is_error else ""),
        ("ended", explanation.ended),
        ("next", explanation.next_step if explanation.is_error else ""),
        ("do", explanation.advice if explanation.is_error else ""),
    ):
        if text:
            yield label, printable(text)
    if recorded:
        yield "trace", recorded
    for note in explanation.notes:
        yield "know", printable(note)
    if explanation.count > 1 or explanation.first:
        yield "seen", printable(_seen(explanation))


def _seen(explanation: Explanation) -> str:
    parts = ["once" if explanation.count == 1 else f"{explanation.count:,} times"]
    if explanation.attempts > 1:
        parts[0] += f", for {explanation.attempts:,} sandboxes"
    if len(explanation.pods) > 1:
        more = len(explanation.pods) - _PODS
        left = f" and {more} more" if len(explanation.pods) < MOST_PODS else " and many more"
        named = ", ".join(explanation.pods[:_PODS]) + (left if more > 0 else "")
        parts.append(f"of the pods {named}")
    if explanation.first and explanation.last and explanation.first != explanation.last:
        parts.append(f"first {explanation.first}, last {explanation.last}")
    elif explanation.last or explanation.first:
        parts.append(f"at {explanation.last or explanation.first}")
    return "; ".join(parts)


def _pod(explanation: Explanation) -> str:
    return f"{explanation.namespace}/{explanation.pod}" if explanation.namespace else explanation.pod


def _layer(layer: Layer, widest: int, width: int, arrow: str) -> Iterator[str]:
    who = printable(layer.who) or "?"
    head = f"    {who.ljust(widest)}  "
    rows = list(fold_words(_short(layer.added), max(20, width - len(head))))
    yield head + (rows[0] if rows else "")
    for row in rows[1:]:
        yield " " * len(head) + row
    if layer.means:
        for row in fold_words(f"{arrow} {printable(layer.means)}", max(20, width - len(head))):
            yield " " * len(head) + row


def _wrapped(label: str, text: str, width: int) -> Iterator[str]:
    for number, row in enumerate(fold_words(text, max(20, width - _LABEL - 2))):
        yield f"  {(label if number == 0 else '').ljust(_LABEL)}{row}"


def _short(text: str) -> str:
    shown = printable(" ".join(text.split()))
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"
