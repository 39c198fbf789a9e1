"""When the credentials in a kubeconfig or a token file end. Only the date is taken out; a token is never shown."""

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

_TOKEN = re.compile(rb"\b(eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)")
"""A JSON Web Token: header and claims are JSON objects in base64url (RFC 7519)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expiry:
    """A token's times, in seconds since the epoch."""

    ends: float
    issued: float | None = None

    @property
    def words(self) -> str:
        """The end as a date."""
        return when(self.ends)


def expiries(content: bytes) -> tuple[Expiry, ...]:
    """The times of every token in a file that says when it ends."""
    return tuple(_expiries(content))


def when(seconds: float) -> str:
    """A time as RFC 3339 has it."""
    try:
        return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    except (ValueError, OverflowError, OSError):
        return f"{seconds:.0f} seconds since 1970"


def ago(seconds: float) -> str:
    """A span of time in words: «3 hours»."""
    for unit, size in (("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if abs(seconds) >= 2 * size:
            return f"{abs(seconds) / size:.0f} {unit}"
    return f"{abs(seconds):.0f} seconds"


def _expiries(content: bytes) -> Iterator[Expiry]:
    for token in _TOKEN.findall(content):
        claims = _claims(token.split(b".")[1])
        ends, issued = claims.get("exp"), claims.get("iat")
        if isinstance(ends, int | float) and not isinstance(ends, bool):
            yield Expiry(ends=float(ends), issued=float(issued) if isinstance(issued, int | float) else None)


def _claims(part: bytes) -> dict[str, object]:
    try:
        value = json.loads(base64.urlsafe_b64decode(part + b"=" * (-len(part) % 4)))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
