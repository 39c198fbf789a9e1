"""The open trace without its secrets, as it may leave: made once, however often something of it does."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from traces.model.trace import Trace
from traces.redaction.redactor import Redactor
from traces.redaction.secrets import count_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Clean:
    """A trace, and what makes it and texts about it clean."""

    given: Trace
    trace: Trace
    """The same one with placeholders."""
    redactor: Redactor

    @property
    def preview(self) -> str:
        """What is replaced in it: «2 tokens, 1 password»; empty where nothing is."""
        return count_words(self.redactor.counts)


class Cleaner:
    """Remembers the trace that it redacted last."""

    def __init__(self) -> None:
        self._last: Clean | None = None

    async def clean(self, trace: Trace) -> Clean:
        """The trace without its secrets; made in a thread, as a big one takes a second."""
        if self._last is None or self._last.given is not trace:
            self._last = await asyncio.to_thread(_cleaned, trace)
        return self._last


def _cleaned(trace: Trace) -> Clean:
    redactor = Redactor((trace,))
    return Clean(given=trace, trace=redactor.trace(trace), redactor=redactor)


def secrets_words(counts: Mapping[str, int]) -> str:
    """«2 secrets replaced»; empty where none was."""
    count = sum(counts.values())
    return f"{count} {'secret' if count == 1 else 'secrets'} replaced" if count else ""
