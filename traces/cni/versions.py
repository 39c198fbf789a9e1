"""Versions of the CNI specification, and what each one allows (libcni pkg/version/plugin.go and libcni/api.go)."""

from functools import cache

from traces.cni.goquote import quote
from traces.cni.goscan import DecodeError

CURRENT = "1.1.0"
"""The version that libcni 1.3.0 implements."""

FLAT = ("0.1.0", "0.2.0")
"""Results with ip4 and ip6 (pkg/types/020)."""
LISTED = ("0.3.0", "0.3.1", "0.4.0")
"""Results with lists, and the IP version beside every address (pkg/types/040)."""
MODERN = ("1.0.0", "1.1.0")
"""Results of today (pkg/types/100)."""
KNOWN = FLAT + LISTED + MODERN


@cache
def parse_version(version: str) -> tuple[int, int, int]:
    """Major, minor and micro; an empty text is 0.1.0, what is missing is 0. Raises DecodeError in libcni's words."""
    if not version:
        return 0, 1, 0
    parts = version.split(".")
    if len(parts) >= 4:
        raise DecodeError(f"invalid version {quote(version)}: too many parts")
    numbers = [_atoi(part, name) for part, name in zip(parts, ("major", "minor", "micro"), strict=False)]
    major, minor, micro = (*numbers, 0, 0)[:3]
    return major, minor, micro


def at_least(version: str, other: str) -> bool:
    """Whether a version is the other one or a later one. Raises DecodeError."""
    return parse_version(version) >= parse_version(other)


def later(version: str, other: str) -> bool:
    """Whether a version is later than the other one. Raises DecodeError."""
    return parse_version(version) > parse_version(other)


def allows(version: str, verb: str) -> bool:
    """Whether the specification of that version has the verb; False too for a version that makes no sense."""
    since = {"CHECK": "0.4.0", "GC": "1.1.0", "STATUS": "1.1.0"}.get(verb, "0.1.0")
    try:
        return at_least(version, since)
    except DecodeError:
        return False


def _atoi(part: str, name: str) -> int:
    """strconv.Atoi: ASCII digits with an optional sign, within 64 bits."""
    digits = part[1:] if part[:1] in ("+", "-") else part
    problem = "invalid syntax"
    if digits.isascii() and digits.isdigit():
        number = int(digits.lstrip("0")[:20] or 0) * (-1 if part[0] == "-" else 1)
        if -(2**63) <= number < 2**63:
            return number
        problem = "value out of range"
    raise DecodeError(
        f"failed to convert {name} version part {quote(part)}: strconv.Atoi: parsing {quote(part)}: {problem}"
    )
