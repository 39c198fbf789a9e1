"""The facts of a call that a list can be filtered by without opening its trace, and how a summary packs them.

Packed, the facts are one line of text: the calls, parted by «|», and behind a «#» how long each took. Traces of one
chain mostly differ in the latter alone, so what stands before it is read once for all of them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote, unquote

from traces.model.call import Outcome

MOST = 64
"""Calls of a trace whose facts are kept one by one; of more, each of those that differ is kept once."""
_STREAMS = ("stdin", "env", "stdout", "stderr")
_KINDS = ("ok", "failed", "running")


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFacts:
    """What is known of one call, or, in a trace of very many, of several that are alike."""

    plugin: str
    verb: str
    link: int | None = None
    depth: int = 0
    exit_code: int | None = None
    signal: int | None = None
    code: int | None = None
    """The CNI error code that it answered with."""
    outcome: str = "ok"
    """ok, failed or running."""
    filled: frozenset[str] = frozenset()
    """Which of stdin, env, stdout and stderr have anything in them."""
    counts: tuple[int, int, int, int] | None = None
    """How many ips, interfaces, routes and dns entries a result has; None where the call gave none."""
    touched: tuple[str, ...] = ()
    simulated: bool = False


Span = tuple[float, float]
"""Milliseconds that a call took, twice; of several the shortest and the longest."""
Timed = tuple[CallFacts, Span | None]
"""A call and how long it took, as far as that is known."""


def outcome_kind(outcome: Outcome) -> str:
    """ok, failed or running: how a call ended, as a filter names it."""
    return {Outcome.OK: "ok", Outcome.RUNNING: "running"}.get(outcome, "failed")


def pack_facts(calls: Iterable[Timed]) -> str:
    """The facts as a line of text; of more than MOST calls those that differ in more than their duration."""
    kept = list(calls)
    if len(kept) > MOST:
        kept = _distinct(kept)
    return (
        f"{'|'.join(_packed(facts) for facts, _ in kept)}#{' '.join(_took(span) for _, span in kept)}" if kept else ""
    )


def read_facts(packed: str) -> tuple[CallFacts, ...]:
    """The facts in such a line, or in what stands before its «#»; none where it is damaged."""
    return _read_shape(packed.partition("#")[0])


@lru_cache(maxsize=16_384)
def read_times(packed: str) -> tuple[Span | None, ...]:
    """How long the calls in such a line took; none where it is damaged."""
    try:
        return tuple(map(_span, packed.partition("#")[2].split(" "))) if packed else ()
    except ValueError:
        return ()


@lru_cache(maxsize=4096)
def _read_shape(shape: str) -> tuple[CallFacts, ...]:
    try:
        return tuple(map(_read, shape.split("|"))) if shape else ()
    except ValueError:
        return ()


def _distinct(calls: list[Timed]) -> list[Timed]:
    """Each once, with the shortest and the longest duration; those that failed first, if even so there are too many."""
    found: dict[CallFacts, Span | None] = {}
    for facts, span in calls:
        spans = [each for each in (found.get(facts), span) if each is not None]
        found[facts] = (min(least for least, _ in spans), max(most for _, most in spans)) if spans else None
    return sorted(found.items(), key=lambda call: call[0].outcome != "failed")[: 4 * MOST]


def _packed(call: CallFacts) -> str:
    numbers = (call.link, call.depth, call.exit_code, call.signal, call.code)
    fields = [quote(call.plugin, errors="surrogatepass"), quote(call.verb, errors="surrogatepass")]
    fields += ["" if number is None else str(number) for number in numbers]
    fields.append(str(_KINDS.index(call.outcome)))
    fields.append("".join(str(int(stream in call.filled)) for stream in _STREAMS))
    fields.append("" if call.counts is None else ",".join(map(str, call.counts)))
    fields.append(",".join(quote(word) for word in call.touched))
    fields.append("1" if call.simulated else "")
    return " ".join(fields)


def _read(text: str) -> CallFacts:
    """Raises ValueError where it is damaged."""
    plugin, verb, link, depth, exit_code, signal, code, outcome, filled, counts, touched, simulated = text.split(" ")
    return CallFacts(
        plugin=unquote(plugin, errors="surrogatepass"),
        verb=unquote(verb, errors="surrogatepass"),
        link=_number(link),
        depth=int(depth),
        exit_code=_number(exit_code),
        signal=_number(signal),
        code=_number(code),
        outcome=_KINDS[int(outcome) % len(_KINDS)],
        filled=frozenset(stream for stream, has in zip(_STREAMS, filled, strict=True) if has == "1"),
        counts=_counts(counts),
        touched=tuple(unquote(word) for word in touched.split(",") if word),
        simulated=simulated == "1",
    )


def _counts(text: str) -> tuple[int, int, int, int] | None:
    if not text:
        return None
    ips, interfaces, routes, dns = map(int, text.split(","))
    return ips, interfaces, routes, dns


def _number(text: str) -> int | None:
    return int(text) if text else None


def _took(span: Span | None) -> str:
    if span is None:
        return "-"
    least, most = span
    return f"{least:.3f}" if least == most else f"{least:.3f}/{most:.3f}"


def _span(time: str) -> Span | None:
    if time == "-":
        return None
    least, _, most = time.partition("/")
    return float(least), float(most or least)
