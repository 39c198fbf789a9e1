"""Redacts traces: a Trace in, a Trace out, with a placeholder in each place where a secret stood.

Two looks at everything: the first finds the secrets, by their names and shapes; the second replaces them wherever they
stand, also in texts that say nothing of what they hold.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar

from traces.model.call import Call
from traces.model.network import Attachment
from traces.model.trace import Branch, Trace
from traces.redaction.finder import Finder
from traces.redaction.names import secret_kind, variable_kind
from traces.redaction.secrets import Secrets, count_words

Value = TypeVar("Value")

_PLAIN = (
    "id",
    "series",
    "parent",
    "call",
    "trace",
    "verb",
    "place",
    "created",
    "policy",
    "when",
    "how",
    "plugin",
    "type",
)
_LOOKED_AT = ("environment", "sent_environment", "argv", "args")
_KEPT = frozenset((*_PLAIN, *_LOOKED_AT, "simulated", "capabilities", "truncated", "touched", "redacted"))
"""Fields that no secret stands in, or that are looked at in their own way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redaction:
    """Traces without their secrets, and what was replaced."""

    traces: tuple[Trace, ...]
    counts: Mapping[str, int]
    """How many different secrets of each kind: {"token": 2, "private-key": 1}."""

    @property
    def words(self) -> str:
        """«2 tokens, 1 private key»; empty where nothing was replaced."""
        return count_words(self.counts)


class Redactor:
    """Knows the secrets of some traces, and replaces them in these traces and in any text made from them."""

    def __init__(self, traces: Sequence[Trace]) -> None:
        self._secrets = Secrets()
        first = _Rewriter(Finder(self._secrets, is_first_look=True))
        for trace in traces:
            _keep_open(self._secrets, trace)
            first.rewritten(trace)
        self._rewriter = _Rewriter(Finder(self._secrets, is_first_look=False))

    @property
    def counts(self) -> Mapping[str, int]:
        """How many different secrets of each kind are known."""
        return self._secrets.counts

    def trace(self, trace: Trace) -> Trace:
        """The trace with placeholders, marked as redacted; all else is as it was, byte by byte."""
        rewritten: Trace = self._rewriter.rewritten(trace)
        return replace(rewritten, redacted=True)

    def text(self, text: str) -> str:
        """A text with placeholders: what goes to the clipboard, or into a picture."""
        return self._rewriter.text(text)

    def content(self, content: bytes) -> bytes:
        """Bytes with placeholders; those that are no UTF-8 stay as they are."""
        return self._rewriter.content(content)

    def value(self, value: Value) -> Value:
        """Any of our values, or a tuple of them, with placeholders in its texts."""
        rewritten: Value = self._rewriter.rewritten(value)
        return rewritten


def redact(traces: Sequence[Trace]) -> Redaction:
    """The traces without their secrets; the same secret has the same placeholder in all of them."""
    redactor = Redactor(traces)
    return Redaction(traces=tuple(map(redactor.trace, traces)), counts=redactor.counts)


class _Rewriter:
    """Takes a value apart, and puts it together again with its texts redacted."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder
        self._seen: dict[tuple[str, str | None], str] = {}

    def text(self, text: str, kind: str | None = None) -> str:
        key = (text, kind)
        if key not in self._seen:
            self._seen[key] = self._finder.redacted(text, kind)
        return self._seen[key]

    def content(self, content: bytes, kind: str | None = None) -> bytes:
        text = content.decode(errors="surrogateescape")
        new = self.text(text, kind)
        return content if new == text else new.encode(errors="surrogateescape")

    def rewritten(self, value: Any) -> Any:
        """The value with its texts redacted; the very same one where nothing had to be."""
        if isinstance(value, bytes):
            return self.content(value)
        if type(value) is str:
            return self.text(value)
        if isinstance(value, tuple):
            return _mapped(value, self.rewritten)
        if isinstance(value, Mapping):
            return self._json(value)
        if is_dataclass(value) and not isinstance(value, type):
            return self._dataclass(value)
        return value

    def _dataclass(self, value: Any) -> Any:
        names = [each.name for each in fields(value) if each.name not in _KEPT]
        new = {name: self.rewritten(getattr(value, name)) for name in names}
        if isinstance(value, Call):
            new |= self._of_call(value)
        elif isinstance(value, Branch):
            new["environment"] = self._changes(value.environment)
        elif isinstance(value, Attachment):
            new["args"] = _mapped(value.args, self._pair)
        changed = {name: item for name, item in new.items() if item is not getattr(value, name)}
        return replace(value, **changed) if changed else value

    def _of_call(self, call: Call) -> dict[str, Any]:
        """What of a call is looked at in its own way."""
        sent = call.sent_environment
        return {
            "environment": _mapped(call.environment, self._entry),
            "sent_environment": None if sent is None else _mapped(sent, self._entry),
            "argv": self._arguments(call.argv),
        }

    def _json(self, value: Mapping[str, Any]) -> Mapping[str, Any]:
        """A JSON object; one that is nested too deep to be written is left as it is, as no file can hold it."""
        try:
            text = json.dumps(value)
            new = self.text(text)
            return value if new == text else dict(json.loads(new))
        except (RecursionError, ValueError):
            return value

    def _entry(self, entry: bytes) -> bytes:
        """A variable of the environment."""
        name, equals, value = entry.partition(b"=")
        new = self.content(value, variable_kind(name.decode(errors="replace")))
        return entry if new == value else name + equals + new

    def _changes(self, changes: Mapping[str, str | None]) -> Mapping[str, str | None]:
        """What was changed in an environment, by name."""
        new = {
            name: None if value is None else self.text(value, variable_kind(name)) for name, value in changes.items()
        }
        return changes if new == changes else new

    def _pair(self, pair: tuple[str, str]) -> tuple[str, str]:
        """An argument of CNI_ARGS."""
        new = self.text(pair[1], secret_kind(pair[0]))
        return pair if new == pair[1] else (pair[0], new)

    def _arguments(self, arguments: tuple[str, ...]) -> tuple[str, ...]:
        """The arguments of a command: the one behind --token is one."""
        before = ("", *arguments)
        kinds = [secret_kind(flag) if flag.startswith("-") and "=" not in flag else None for flag in before]
        new = tuple(
            self.text(argument, kind if not argument.startswith("-") else None)
            for argument, kind in zip(arguments, kinds, strict=False)
        )
        return arguments if new == arguments else new


def _mapped(items: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    new = tuple(map(change, items))
    return items if all(one is other for one, other in zip(new, items, strict=True)) else new


def _keep_open(secrets: Secrets, trace: Trace) -> None:
    """The words that a trace is about: its network, its plugins, its pod."""
    attachment, network = trace.attachment, trace.network
    words = [network.name, attachment.container_id, attachment.netns, attachment.ifname]
    words += [link.type for link in network.links] + [call.plugin for call in trace.calls]
    words += [value for name, value in attachment.args if name.startswith("K8S_POD_")]
    for word in filter(None, words):
        secrets.keep_open(word)
