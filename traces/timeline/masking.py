"""What differs between two runs only because they are two: MACs, names made at random, ids, netns paths, times.

Nothing is blotted out: a name of one trace stands for one name of the other, everywhere. So two runs of a chain are
equal, and a run that uses two names where the other uses one is not.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from traces.model.trace import Trace

OPENS, CLOSES = "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}", "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
"""What a placeholder stands between."""
_TIME = "time"
_FIXED = {
    _TIME: r"\b[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+"
    r"|\b\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?",
    "netns": r"(?:/var)?/run/(?:docker/)?netns/[\w.-]+|/proc/\d+/(?:task/\d+/)?ns/net",
    "mac": r"(?<![0-9A-Fa-f:])(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}(?![0-9A-Fa-f:])",
    "linklocal": r"\bfe80::[0-9a-f:]+",
    "uid": r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b",
    "veth": r"\bveth[0-9a-f]{8}\b",
    "pid": r"\b(?:pid|PID)[ =:]+\d+",
}
"""By kind: klog's head (with its thread) and RFC 3339, and what the reference plugins and runtimes make at random.

A link-local address is made of its interface's MAC (RFC 4291, appendix A)."""
_DERIVED = (
    r"\b(?:cali[0-9a-f]{11}|lxc[0-9a-f]{12,13}|lxc_?[0-9a-f]{5,11}|eni[0-9a-f]{11}|bwp[0-9a-f]{8,12})\b"
    r"|\bCNI-(?:DN-|SN-)?[0-9a-f]{20,24}\b"
)
"""Hashes over the container's id: interfaces of Calico, Cilium, AWS and bandwidth, chains of bridge and portmap."""
_MADE_AT_RANDOM = frozenset({"mac", "veth", "derived", "uid", "linklocal"})
"""Kinds of which a value that both traces have is the same thing in both."""
_NAMES = {"container": "container id", "derived": "name", "linklocal": "link-local address"}
"""What a kind is called on the screen, where that is another word."""
_LONG_ID = 12
_CALICO_CHARACTERS = 11
_SHORT_TEXT = 200
"""Characters of a text that is remembered once it was found the same: a result is handed on from link to link."""


class Token(NamedTuple):
    """A volatile value in a text."""

    kind: str
    value: str


class _Side:
    """How one trace's texts are taken apart."""

    def __init__(self, trace: Trace, *, derived: bool) -> None:
        self._trace = trace
        kinds = {"container": _id_pattern(trace.attachment.container_id), "own_netns": _exactly(trace.attachment.netns)}
        kinds |= _FIXED | ({"derived": _derived_pattern(trace.attachment.container_id)} if derived else {})
        self._pattern = _any_of(kinds)
        self._random = _any_of({kind: pattern for kind, pattern in kinds.items() if kind in _MADE_AT_RANDOM})

    def split(self, text: str) -> tuple[str, tuple[Token, ...]]:
        """The text with its volatile values replaced by their kinds, and these values."""
        tokens: list[Token] = []

        def keep(found: re.Match[str]) -> str:
            kind = (found.lastgroup or "").removeprefix("own_")
            tokens.append(Token(kind, found.group()))
            return f"\0{kind}\0"

        return self._pattern.sub(keep, text), tuple(tokens)

    def replaced(self, text: str, others: Iterator[str]) -> str:
        """The text with others in place of its volatile values, one for each."""
        return self._pattern.sub(lambda found: next(others), text)

    @cached_property
    def known(self) -> frozenset[Token]:
        """The values made at random that stand anywhere in what the calls were given and answered.

        They are looked for in pieces, as one search holds all other threads up; in none of them is a quote.
        """
        payloads = {payload for call in self._trace.calls for payload in (call.stdin, call.stdout) if payload}
        texts = (text for payload in payloads for text in payload.decode(errors="replace").split('"'))
        return frozenset(
            Token(found.lastgroup or "", found.group()) for text in texts for found in self._random.finditer(text)
        )


class Masking:
    """Which volatile value of a trace is which of the other. It learns while texts are compared, in their order."""

    def __init__(self, left: Trace, right: Trace, *, raw: bool = False) -> None:
        """With ``raw`` nothing is masked.

        Names that are hashes of the container's id are volatile only where the two ids differ.
        """
        self._raw = raw
        derived = left.attachment.container_id != right.attachment.container_id
        self._left, self._right = _Side(left, derived=derived), _Side(right, derived=derived)
        self._agreed: set[tuple[str, str]] = set()
        self._partner: dict[Token, str] = {}
        self._partner_back: dict[Token, str] = {}
        self._numbers: dict[Token, int] = {}
        self._counts: Counter[str] = Counter()
        self.hidden = 0
        """How many texts have been taken for the same that are not equal."""
        self._bind(Token("container", left.attachment.container_id), right.attachment.container_id)
        self._bind(Token("netns", left.attachment.netns), right.attachment.netns)

    def same(self, left: str, right: str) -> bool:
        """Whether the texts are equal but for volatile values that stand for each other."""
        if left == right:
            return True
        is_same = not self._raw and ((left, right) in self._agreed or self._agree(left, right))
        self.hidden += is_same
        return is_same

    def masked(self, left: str, right: str) -> str:
        """A text that is the same in both, with a placeholder («mac 1» in single quotes) for each value that is not."""
        ours, theirs = self._left.split(left)[1], self._right.split(right)[1]
        shown = (
            token.value if token.value == other.value else self._placeholder(token)
            for token, other in zip(ours, theirs, strict=True)
        )
        return self._left.replaced(left, shown)

    def masked_number(self, kind: str, left: object) -> str:
        """What is shown for a number of the left trace that stands for another."""
        return self._placeholder(Token(kind, str(left)))

    def _placeholder(self, token: Token) -> str:
        number = "" if token.kind == _TIME else f" {self._numbers.get(token, 1)}"
        return f"{OPENS}{_NAMES.get(token.kind, token.kind)}{number}{CLOSES}"

    def _agree(self, left: str, right: str) -> bool:
        (left_shape, left_tokens), (right_shape, right_tokens) = self._left.split(left), self._right.split(right)
        if left_shape != right_shape:
            return False
        pairs = list(zip(left_tokens, right_tokens, strict=True))
        if not _consistent(pairs) or not all(self._fit(token, other.value) for token, other in pairs):
            return False
        for token, other in pairs:
            self._bind(token, other.value)
        if len(left) <= _SHORT_TEXT:
            self._agreed.add((left, right))
        return True

    def left_shape(self, text: str) -> str:
        """A text of the left trace with its volatile values replaced by their kinds."""
        return text if self._raw else self._left.split(text)[0]

    def right_shape(self, text: str) -> str:
        """The same of the right trace."""
        return text if self._raw else self._right.split(text)[0]

    def same_number(self, kind: str, left: object, right: object) -> bool:
        """Whether two numbers of that kind (pid) stand for each other."""
        token = Token(kind, str(left))
        if self._raw or not self._fit(token, str(right)):
            return left == right
        self._bind(token, str(right))
        self.hidden += left != right
        return True

    def _fit(self, token: Token, other: str) -> bool:
        if token.kind == _TIME:
            return True
        back = Token(token.kind, other)
        if self._partner.get(token, other) != other or self._partner_back.get(back, token.value) != token.value:
            return False
        if token.value == other or token.kind not in _MADE_AT_RANDOM:
            return True
        return token not in self._right.known and back not in self._left.known

    def _bind(self, token: Token, other: str) -> None:
        if token.kind != _TIME:
            if token.value != other and token not in self._numbers:
                self._counts[token.kind] += 1
                self._numbers[token] = self._counts[token.kind]
            self._partner[token] = other
            self._partner_back[Token(token.kind, other)] = token.value


def _any_of(kinds: Mapping[str, str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in kinds.items() if pattern))


def _consistent(pairs: list[tuple[Token, Token]]) -> bool:
    """Whether, in one text already, each value stands for one other."""
    timeless = {pair for pair in pairs if pair[0].kind != _TIME}
    return len({left for left, _ in timeless}) == len(timeless) == len({right for _, right in timeless})


def _id_pattern(container_id: str) -> str:
    """An id as a word; a long one also between dashes and dots, as in names of files."""
    edge = "A-Za-z0-9" if len(container_id) >= _LONG_ID else r"\w.-"
    return rf"(?<![{edge}]){re.escape(container_id)}(?![{edge}])" if container_id else ""


def _derived_pattern(container_id: str) -> str:
    """The hashes, and what begins with «cali» and goes on as the id: Calico's interface outside of Kubernetes."""
    beginning = re.escape(container_id[:_CALICO_CHARACTERS])
    return rf"{_DERIVED}|\bcali{beginning}(?![\w])" if beginning else _DERIVED


def _exactly(path: str) -> str:
    return rf"(?<![\w./-]){re.escape(path)}(?![\w/-])" if path else ""
