"""What is around a message in a log or in a list of events: time, program, level, pod; and the message itself."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from traces.diagnosis.explain.fields import fields_of
from traces.diagnosis.explain.unquote import quoted

_JOURNAL = re.compile(
    r"(?P<when>[A-Z][a-z]{2}\s+\d{1,2}\s[\d:.]{8,15}|\d{4}-\d\d-\d\dT[\d:.,]+(?:Z|[+-]\d\d:?\d\d)?)\s"
    r"\S{1,255}\s(?P<unit>[\w@./-]{1,64})(?:\[\d+\])?:\s"
)
_CRI = re.compile(r"(?P<when>\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d))\s(?:stdout|stderr)\s[FP]\s")
_KLOG = re.compile(r"(?P<level>[IWEF])(?P<month>\d\d)(?P<when>\d\d\s\d\d:\d\d:\d\d\.\d+)\s+\d+\s[\w./-]+:\d+\]\s")
_TTY = re.compile(r"(?P<level>DEBU|INFO|WARN|ERRO|FATA|TRAC)\[(?P<when>[^\]]{1,40})\]\s*")
_BEHIND_A_MESSAGE = re.compile(r"\s*$|\s+[A-Za-z][\w.-]*=")
_COUNT = r"(?P<age>\d\w*|<\w+>)(?:\s+\(x(?P<count>\d+)\s+over\s+(?P<span>\w+)\))?"
_DESCRIBED = re.compile(rf"(?:Warning|Normal)\s+(?P<reason>\w+)\s+{_COUNT}\s+(?P<unit>[\w-]+)(?:,\s+\S+)?\s+(?=\S)")
_LISTED = re.compile(
    r"(?:(?P<namespace>[a-z0-9-]+)\s+)?(?P<age>\d\w*|<\w+>)\s+(?:Warning|Normal)\s+(?P<reason>\w+)\s+"
    r"(?:pod|Pod|node|Node)/(?P<pod>\S+)\s+"
)
_UNITS = {"crio": "CRI-O", "cri-o": "CRI-O", "dockerd": "docker"}
_ERRORS = ("error", "err", "networkReady", "message")


@dataclass(frozen=True, slots=True, kw_only=True)
class Framed:
    """A message, and what its line or its event says of it."""

    text: str
    when: str = ""
    unit: str = ""
    """The program that wrote it, where the line says so."""
    level: str = ""
    """E, W, I, D or empty."""
    pod: str = ""
    namespace: str = ""
    container_id: str = ""
    count: int = 1
    """How often an event says that it happened."""
    since: str = ""
    """When it happened first, as an event says."""


def framed(line: str) -> Framed:
    """One line, or one record of several lines, without its frame."""
    line = line.strip()
    found = _json(line) or Framed(text=line)
    for pattern in (_JOURNAL, _CRI):
        found = _without(found, pattern)
    if found.text.startswith("{") and found.text != line:
        inside = _json(found.text)
        found = replace(inside, when=found.when, unit=found.unit or inside.unit) if inside else found
    for pattern in (_KLOG, _TTY):
        found = _without(found, pattern)
    for pattern in (_DESCRIBED, _LISTED):
        found = _without(found, pattern)
    return _structured(found)


def _without(framed_: Framed, pattern: re.Pattern[str]) -> Framed:
    match = pattern.match(framed_.text)
    if not match:
        return framed_
    told = match.groupdict()
    ago = f"{told['age']} ago" if told.get("age") else ""
    when = f"{told['month']}-{told['when']}" if told.get("month") else told.get("when")
    unit = told.get("unit") or ""
    return replace(
        framed_,
        text=framed_.text[match.end() :],
        when=framed_.when or when or ago,
        unit=framed_.unit or _UNITS.get(unit.lower(), unit),
        level=(told.get("level") or framed_.level or "")[:1],
        pod=framed_.pod or told.get("pod") or "",
        namespace=framed_.namespace or told.get("namespace") or "",
        count=int(told.get("count") or framed_.count) if (told.get("count") or "").isdigit() else framed_.count,
        since=framed_.since or (f"{told['span']} ago" if told.get("span") else ""),
    )


def _structured(found: Framed) -> Framed:
    """The message of a structured line with its error behind it, as the unstructured ones have it."""
    text = found.text
    message = ""
    if text.startswith('"'):
        message, text = quoted(text)
        if not _BEHIND_A_MESSAGE.match(text):
            return found
    head, fields = fields_of(text)
    told = message or fields.get("msg", "")
    error = next((fields[name] for name in _ERRORS if fields.get(name)), "")
    if not (told or _is_tty(head, found)) or not (message or "level" in fields or "msg" in fields or found.level):
        return found
    text = ": ".join(part for part in (told or head, error) if part)
    return replace(
        found,
        text=text,
        when=found.when or fields.get("time", ""),
        level=found.level or fields.get("level", "")[:1].upper(),
        container_id=found.container_id or fields.get("podSandboxID", ""),
        pod=found.pod or fields.get("pod", "").rpartition("/")[2],
        namespace=found.namespace or fields.get("pod", "").rpartition("/")[0],
    )


def _is_tty(head: str, found: Framed) -> bool:
    """Whether the message stands unquoted before the fields, as logrus writes on a terminal."""
    return bool(head) and found.level in ("E", "W", "F") and " " in head


def _json(line: str) -> Framed | None:
    """A line of JSON, as docker's json-file, containerd and kubelet can write; None where it is none."""
    if not line.startswith("{"):
        return None
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return from_object(value) if isinstance(value, dict) else None


def from_object(value: Mapping[str, Any]) -> Framed | None:
    """What a log record or an event says that is a JSON object; None where it has no message."""
    if isinstance(value.get("log"), str):
        inside = framed(value["log"])
        return replace(inside, when=inside.when or _text(value.get("time")))
    message = _text(value.get("msg")) or _text(value.get("message")) or _text(value.get("MESSAGE"))
    error = _text(value.get("err")) or _text(value.get("error"))
    if not (message or error):
        return None
    about = value.get("involvedObject") or value.get("pod") or {}
    about = about if isinstance(about, Mapping) else {}
    source = value.get("source")
    count = value.get("count")
    return Framed(
        text=": ".join(part for part in (message, error) if part),
        when=_text(value.get("lastTimestamp")) or _text(value.get("time")) or _text(value.get("ts")),
        since=_text(value.get("firstTimestamp")),
        unit=_text(source.get("component")) if isinstance(source, Mapping) else "",
        level=_text(value.get("level"))[:1].upper(),
        pod=_text(about.get("name")),
        namespace=_text(about.get("namespace")),
        count=count if isinstance(count, int) and 0 < count < 2**31 else 1,
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
