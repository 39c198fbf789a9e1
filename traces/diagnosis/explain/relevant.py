"""Tells quickly which lines of a log can matter: a log has a hundred thousand, and most speak of other things."""

import re

_WORDS = (
    b"andbox",
    b"etwork",
    b"CNI",
    b"cni",
    b"lugin",
    b"netns",
    b"avc:",
    b"panic: ",
    b"fork/exec",
    b"xtables lock",
    b"CRI-O",
)
"""One of these is in every text that is known."""
_SAYS_MORE = (b"FailedCreatePodSandBox", b"FailedKillPod", b"CNI network")
"""What is said at level info, and still matters."""
_INFO = re.compile(
    rb'(?:^|[\s:])(?:[ID]\d{4} \d\d:|level=(?:info|debug|trace)\b|INFO\[|DEBU\[)|"level":"(?:info|debug)"'
)
_START = re.compile(
    rb"\s*(?:[IWEF]\d{4}\s\d\d:|\d{4}-\d\d-\d\d[T ]|[A-Z][a-z]{2}\s+\d{1,2}\s\d\d:|time=|level=|\{|"
    rb"(?:ERRO|WARN|INFO|DEBU|FATA)\[|(?:\S+\s+)?(?:\d\w*\s+)?(?:Warning|Normal)\s|type=AVC)"
)
_HEAD = 400
"""Bytes at the beginning of a line in which its level stands."""


def can_matter(line: bytes) -> bool:
    """Whether a line may speak of a fault of a chain."""
    if not any(word in line for word in _WORDS):
        return False
    return not _INFO.search(line[:_HEAD]) or any(word in line for word in _SAYS_MORE)


def starts_a_record(line: bytes) -> bool:
    """Whether a line begins as records of logs and lists of events do; another may go on with the one before."""
    return bool(_START.match(line))
