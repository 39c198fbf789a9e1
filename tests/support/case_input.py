"""What a reported case is built from: the `input` of a line of reports.jsonl, with what it leaves unsaid filled in."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LOOPBACK = "loopback"
REPORTS = Path(__file__).parent / "reports.jsonl"
OTHERS = Path(__file__).parent / "reports_others.jsonl"


@dataclass(frozen=True, slots=True)
class CaseInput:
    """One input."""

    given: Mapping[str, Any]

    @property
    def files(self) -> Mapping[str, bytes]:
        """The node's files: what is no text is written as JSON."""
        found = self.given.get("files", {})
        return {path: (each if isinstance(each, str) else json.dumps(each)).encode() for path, each in found.items()}

    @property
    def stubs(self) -> Mapping[str, Mapping[str, Any]]:
        """By plugin how its stand-in behaves."""
        found: Mapping[str, Mapping[str, Any]] = self.given.get("stubs", {})
        return found

    @property
    def state(self) -> Mapping[str, Any]:
        """Facts of the host."""
        found: Mapping[str, Any] = self.given.get("state", {})
        return found

    @property
    def env(self) -> Mapping[str, str]:
        """What the runtime sets of CNI_*."""
        found: Mapping[str, str] = self.given.get("env", {})
        return found

    @property
    def call(self) -> str:
        """The verbs that are asked for, «load» or VERSION."""
        return str(self.given["call"])

    @property
    def programs(self) -> Mapping[str, str]:
        """By name what is in the plugin folder: a description where it is no plugin that runs, else nothing."""
        told = self.state.get("bin", self.given.get("bin"))
        if isinstance(told, list):
            found = dict.fromkeys((*told, *(self.stubs if self.state.get("bin") is None else ())), "")
        else:
            found = dict.fromkeys((*self._named(), *self.stubs), "") | dict(told or {})
        lacks_loopback = LOOPBACK in self.given.get("note", "") or self.state.get("bin") == []
        return found if lacks_loopback else {LOOPBACK: "", **found}

    @property
    def chain(self) -> tuple[str, ...]:
        """Every plugin that a file of the case names, in their order."""
        return tuple(self._named())

    def _named(self) -> Iterator[str]:
        for content in self.files.values():
            try:
                yield from _types(json.loads(content))
            except ValueError:
                continue
        yield from self.state.get("last_recorded_chain", ())


def _types(value: Any) -> Iterator[str]:
    """Every plugin that a configuration names, at any depth."""
    if isinstance(value, list):
        for each in value:
            yield from _types(each)
    elif isinstance(value, dict):
        kind = value.get("type")
        yield from [kind] if isinstance(kind, str) and kind else []
        for each in value.values():
            yield from _types(each)


def cases_in(path: Path) -> tuple[Mapping[str, Any], ...]:
    """The cases of a file, one a line."""
    return tuple(json.loads(line) for line in path.read_text().splitlines() if line.strip())
