"""config/invalid-json, and config/invalid-json-partial-write where the file ends before its JSON does."""

import re
import shlex
from collections.abc import Iterator

from traces.cni.json_error import JsonError, json_error
from traces.diagnosis.case import Case
from traces.diagnosis.configured import Loaded
from traces.diagnosis.facts import Node
from traces.diagnosis.refused import LIST_FORMAT, age, consequence, is_fresh, place, refused, severity_of
from traces.diagnosis.rule import Rule
from traces.diagnosis.said import said
from traces.model.finding import Evidence, Finding, Severity

_INVALID, _PARTIAL = "config/invalid-json", "config/invalid-json-partial-write"
_SHOWN = 60
"""Bytes before the place at which a file stops being JSON that are quoted."""
_TEXT = re.compile(r"error parsing configuration(?: list)?: (unexpected end of JSON input|invalid character .+)")


def _check(case: Case) -> Iterator[Finding]:
    broken = []
    for each in refused(case.node) if case.node else ():
        problem = json_error(each.config.content)
        if problem is not None and case.node:
            broken.append(each)
            yield _finding(case.node, each, problem)
    for one in said(case):
        found = _TEXT.search(one.text)
        if found and not broken:
            yield _from_text(case.node, one.evidence, found[1])


def _finding(node: Node, each: Loaded, problem: JsonError) -> Finding:
    path, size = each.config.path, len(each.config.content)
    is_zeros = bool(size) and not each.config.content.strip(b"\0")
    is_cut = problem.offset >= size or not each.config.content.strip() or is_zeros
    return Finding(
        kind=_PARTIAL if is_cut else _INVALID,
        severity=severity_of(node, each),
        cause=f"{each.name} {_how(is_cut, 0 if is_zeros else size)}, {consequence(node, each)}",
        evidence=(
            place(each),
            Evidence(where=f"{path}, before that place", quote=_before(each.config.content, problem.offset)),
            *_age(node, each, size),
        ),
        next_step=f"jq . {shlex.quote(path)}",
        advice=_advice(node, each, is_cut, problem),
        specification=LIST_FORMAT,
    )


def _how(is_cut: bool, size: int) -> str:
    if not size:
        return "has nothing in it"
    return (
        "ends in the middle, as a file that is being written or was not written to its end" if is_cut else "is no JSON"
    )


def _advice(node: Node, each: Loaded, is_cut: bool, problem: JsonError) -> str:
    if not is_cut:
        return problem.hint
    writer = "its writer should write to another name and rename"
    if is_fresh(node, each):
        return f"look again: it was written a moment ago; {writer}, so that no runtime reads half of it"
    return f"it is not being written any more: let its installer run again, and look at df; {writer}"


def _age(node: Node, each: Loaded, size: int) -> tuple[Evidence, ...]:
    told = age(node, each)
    return (Evidence(where=f"size and time of {each.config.path}", quote=f"{size} bytes, {told}"),) if told else ()


def _before(content: bytes, offset: int) -> str:
    return content[max(0, offset - _SHOWN) : offset + 1].decode(errors="replace") or "(nothing)"


def _from_text(node: Node | None, said_so: Evidence, words: str) -> Finding:
    is_cut = words.startswith("unexpected end")
    now = " at that moment; every file there is JSON now" if node else ""
    return Finding(
        kind=_PARTIAL if is_cut else _INVALID,
        severity=Severity.WARNING if node else Severity.ERROR,
        cause=f"the runtime read a configuration file that was {'cut off' if is_cut else 'no JSON'}{now}"
        + (": most likely its installer was still writing it" if is_cut else ""),
        evidence=(said_so,),
        next_step='for file in /etc/cni/net.d/*.conf*; do jq empty "$file" || ls -l "$file"; done',
        advice="installers should write to another name and rename" if is_cut else "",
        specification=LIST_FORMAT,
        is_proven=False,
    )


RULE = Rule(
    id=_INVALID,
    looks_at="the bytes of the configuration files, and when they were changed",
    specification=LIST_FORMAT,
    check=_check,
)
