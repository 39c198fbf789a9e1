"""Our runner against what libcni 1.3.0 itself did in the same cases, on four levels, byte for byte.

The words of Go's JSON decoder inside an error may be ours; everything around them must be libcni's.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.golden_chain import CASES, play

LEVELS = {"calls": ("calls",), "outcome": ("code",), "result and cache": ("result", "cache"), "error": ("error",)}
RECORDED = [json.loads(line) for line in CASES.read_bytes().splitlines()]
DECODER = re.compile(
    r"invalid character '.*?' (?:looking|after|in) [^\n\]]*|json: cannot unmarshal [^\n\]]*"
    r"|unexpected end of JSON input"
)


def text_of(operation: Mapping[str, Any], level: str) -> str:
    """What an operation gave on one level, in a form in which a first differing byte makes sense."""
    if level == "error":
        return DECODER.sub("{DECODER}", operation["error"] or "")
    if level == "outcome":
        return json.dumps([operation["error"] is not None, operation.get("code")])
    return json.dumps([operation.get(field) for field in LEVELS[level]], sort_keys=True, ensure_ascii=False)


def differences(given: list[dict[str, Any]], expected: list[dict[str, Any]]) -> Iterator[str]:
    """One line for every level of every operation that is not as libcni had it."""
    if len(given) != len(expected):
        yield f"{len(given)} operations, libcni had {len(expected)}"
    for number, (ours, theirs) in enumerate(zip(given, expected, strict=False)):
        for level in LEVELS:
            mine, its = text_of(ours, level), text_of(theirs, level)
            if mine != its:
                at = next(
                    (i for i, (a, b) in enumerate(zip(mine, its, strict=False)) if a != b), min(len(mine), len(its))
                )
                near = slice(max(0, at - 40), at + 40)
                yield f"{number} {theirs['op']}, {level}, at {at}:\n  ours   {mine[near]!r}\n  libcni {its[near]!r}"


@pytest.mark.parametrize("recorded", RECORDED, ids=[one["case"]["name"] for one in RECORDED])
def test_chain_does_what_libcni_did(recorded: dict[str, Any], tmp_path: Path) -> None:
    given = play(recorded["case"], tmp_path / "place")
    assert "\n".join(differences(given, recorded["expect"])) == ""


def test_every_recorded_case_is_there() -> None:
    assert len(RECORDED) == 363


def test_a_difference_names_its_first_byte() -> None:
    expected = RECORDED[0]["expect"]
    given = [expected[0] | {"result": expected[0]["result"].replace("loopback", "loopbock")}, *expected[1:]]
    (line,) = differences(given, expected)
    assert line.startswith("0 LOAD, result and cache, at ")
    assert "loopb" in line
