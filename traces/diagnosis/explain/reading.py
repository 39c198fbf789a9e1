"""Reads a whole text: its records, which of them are the same again, and what those say that matter."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, dropwhile, islice
from typing import Any

from traces.diagnosis.explain.explain import explain_message, explain_record
from traces.diagnosis.explain.explanation import Explanation
from traces.diagnosis.explain.fold import folded, told
from traces.diagnosis.explain.frame import Framed, framed, from_object
from traces.diagnosis.explain.peel import begins_a_text
from traces.diagnosis.explain.relevant import can_matter, starts_a_record

_LONGEST_LINE = 262_144
_LONGEST_RECORD = 40
"""Lines of one record."""
_MOST_RECORDS = 2_000
"""Records that differ by more than numbers; a log has some dozens."""
_SHORT = 200
"""Lines of a text that somebody copied rather than a log."""
_MOST_IDS = 100_000
_MOST_PODS = 1_000
_NUMBERS = re.compile(rb'\b(?=\w*\d)\w{5,}\b|\b\d+\b|(?<=pod[= ])\\*"[^"\\]{1,253}')
"""Numbers, ids and pods: what differs when the same is said again. «v4» and «cni0» may be a plugin's, and stay."""
_POD = re.compile(rb'(?<=pod[= ])\\*"([^"\\]{1,253})')
_SANDBOX = re.compile(rb"[0-9a-f]{64}")
_DESCRIBED = re.compile(r"(Name|Namespace):\s+(\S+)\s*")


@dataclass(slots=True)
class _Record:
    """A record, and how often it came again with other numbers."""

    first: bytes
    last: bytes
    count: int = 0
    ids: set[bytes] = field(default_factory=set)
    pods: dict[bytes, None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a text says."""

    explanations: tuple[Explanation, ...]
    """The most frequent first; what only follows from others last."""
    lines: int
    left_out: int = 0
    """Records that were one kind too many to be looked at."""

    @property
    def is_empty(self) -> bool:
        """Whether there was no text at all."""
        return self.lines == 0


def read_text(lines: Iterable[bytes]) -> Reading:
    """Explain a text: one event or line, a whole log, what kubectl or crictl print as JSON."""
    source = dropwhile(lambda line: not line.strip(), lines)
    first = list(islice(source, _SHORT))
    if first and first[0].strip() in (b"{", b"["):
        content = b"".join(chain(first, source))
        return _document(content) or _log(content.splitlines(), is_short=False)
    return _log(chain(first, source), is_short=len(first) < _SHORT)


def _log(lines: Iterable[bytes], *, is_short: bool) -> Reading:
    """A log, or a text of some lines: of that every line is looked at, whatever words it has."""
    records: dict[bytes, _Record] = {}
    pod: dict[str, str] = {}
    lines_read, left_out = [0], 0
    matters = bool if is_short else can_matter
    for record in _records(lines, matters, pod, lines_read):
        key = _NUMBERS.sub(b"#", record)
        if key not in records and len(records) >= _MOST_RECORDS:
            left_out += 1
            continue
        known = records.setdefault(key, _Record(first=record, last=record))
        known.last = record
        known.count += 1
        if len(known.ids) < _MOST_IDS:
            known.ids.update(_SANDBOX.findall(record)[:1])
        if len(known.pods) < _MOST_PODS:
            known.pods.update(dict.fromkeys(_POD.findall(record)[:1]))
    found = [each for known in records.values() for each in _explained(known, pod)]
    return Reading(explanations=folded(found), lines=lines_read[0], left_out=left_out)


def _explained(record: _Record, described: Mapping[str, str]) -> Iterator[Explanation]:
    begin = framed(_text(record.first))
    for each in explain_record(_text(record.last)):
        pod = each.pod or described.get("Name", "")
        namespace = each.namespace or (described.get("Namespace", "") if pod == described.get("Name") else "")
        yield told(
            each,
            count=record.count - 1 + each.count,
            first=begin.since or begin.when,
            ids=record.ids,
            pods=[_name(pod_name) for pod_name in record.pods],
            pod=pod,
            namespace=namespace,
        )


def _records(
    lines: Iterable[bytes], matters: Callable[[bytes], bool], pod: dict[str, str], count: list[int]
) -> Iterator[bytes]:
    """The records that can matter; a line that does not begin as records do goes on with the one before."""
    open_record: list[bytes] = []
    for line in lines:
        count[0] += 1
        line = line[:_LONGEST_LINE].rstrip(b"\r\n")
        if line.startswith(b"Name"):
            _note(line, pod)
        if open_record and not _begins(line) and len(open_record) < _LONGEST_RECORD:
            open_record.append(line)
            continue
        if open_record:
            yield b"\n".join(open_record).rstrip()
            open_record = []
        if line and matters(line):
            open_record = [line]
    if open_record:
        yield b"\n".join(open_record).rstrip()


def _begins(line: bytes) -> bool:
    return not line.strip() or starts_a_record(line) or begins_a_text(_text(line).strip())


def _note(line: bytes, pod: dict[str, str]) -> None:
    """The pod that kubectl describe speaks of."""
    match = _DESCRIBED.fullmatch(_text(line))
    if match:
        pod[match[1]] = match[2]


def _document(content: bytes) -> Reading | None:
    """What a JSON document says: a list of events, the answer of crictl info; None where it is no JSON."""
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return None
    found = [each for message in _messages(value) for each in explain_message(message)]
    return Reading(
        explanations=folded([told(each, count=each.count) for each in found]), lines=content.count(b"\n") + 1
    )


def _messages(value: Any) -> Iterator[Framed]:
    todo = [value]
    while todo:
        value = todo.pop()
        if isinstance(value, list):
            todo.extend(reversed(value))
        elif isinstance(value, dict):
            message = from_object(value)
            if message:
                yield message
            status = value.get("lastCNILoadStatus")
            if isinstance(status, str):
                yield Framed(text=status, unit="containerd")
            todo.extend(reversed(list(value.values())))


def _name(pod: bytes) -> str:
    """A pod as «namespace/name», of kubelet's «name_namespace(uid)» too."""
    name, _, rest = _text(pod).partition("_")
    return f"{rest.partition('(')[0]}/{name}" if rest else name


def _text(line: bytes) -> str:
    return line.decode(errors="replace")
