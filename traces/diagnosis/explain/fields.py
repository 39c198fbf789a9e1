"""Reads the fields of a structured log line: `key="value"` as klog and logrus write them, and what stands before."""

import re
from collections.abc import Mapping

from traces.diagnosis.explain.unquote import closing, unescaped

_KEY = re.compile(r'(?:^|(?<=\s))([A-Za-z][\w.-]*)=(?=(")|\S)')
_LENIENT_END = re.compile(r'"(?=\s+(?!name=)[\w.-]+=|\s*$)')
"""Where a value ends whose inner quotes were not escaped; `type="…" name="…"` are a plugin's, inside of a value."""
_MOST = 100
"""Fields of a line that are read: each may be looked for to the end of the line."""


def fields_of(text: str) -> tuple[str, Mapping[str, str]]:
    """What stands before the first field, and the fields, unescaped. A value that is cut off is taken to the end."""
    fields: dict[str, str] = {}
    first = _KEY.search(text)
    place = first.start() if first else len(text)
    head = text[:place]
    for _ in range(_MOST):
        key = _KEY.search(text, place)
        if key is None:
            break
        value, place = _quoted(text, key.end()) if key[2] else _plain(text, key.end())
        fields.setdefault(key[1], value)
    return head.strip(), fields


def _plain(text: str, start: int) -> tuple[str, int]:
    end = next((place for place in range(start, len(text)) if text[place].isspace()), len(text))
    return text[start:end], end


def _quoted(text: str, start: int) -> tuple[str, int]:
    end = closing(text, start + 1)
    if end < 0:
        return unescaped(text[start + 1 :]), len(text)
    if end + 1 < len(text) and not text[end + 1].isspace():
        # Inner quotes that nobody escaped, or that were unescaped on the way here.
        found = _LENIENT_END.search(text, start + 1)
        end = found.start() if found else len(text)
    elif "\\" not in text[start:end]:
        found = _LENIENT_END.search(text, end)
        if found and found.start() > end and _is_inside(text, end):
            end = found.start()
    return unescaped(text[start + 1 : end]), end + 1


def _is_inside(text: str, end: int) -> bool:
    """Whether what follows a quote mark shows that it did not end the value: `type="a" name="b"`, `"x" failed`."""
    return not re.match(r"\s*$|\s+(?!name=)[\w.-]+=", text[end + 1 :])
