"""CNI_ARGS with a key that a plugin does not know: it refuses the whole call, unless it is told to ignore that."""

import re
from collections.abc import Iterator, Sequence

from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import (
    broken_calls,
    in_short,
    link_of,
    names,
    rerun_command,
    said,
    stream,
    the_variable,
    who,
)
from traces.model.call import Call
from traces.model.finding import Finding, Severity
from traces.model.trace import Trace

_REFUSED = re.compile(r'ARGS: (?:unknown args \[(?P<many>[^\]]*)\]|invalid key "(?P<one>[^"]*)")')
"""libcni, pkg/types/args.go, LoadArgs; the second is of older versions."""
_KEY = re.compile(r"([A-Za-z_][\w.-]*)=?")


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    for call in broken_calls(trace) if trace else ():
        text = said(call) or call.stderr.decode(errors="replace")
        found = _REFUSED.search(text)
        if trace is not None and found is not None and not _ignores(call):
            yield _finding(trace, call, found)


def _ignores(call: Call) -> bool:
    """Whether unknown keys are to be let pass (UnmarshallableBool)."""
    pairs = dict(pair.partition("=")[::2] for pair in call.env.get("CNI_ARGS", "").split(";"))
    return pairs.get("IgnoreUnknown", "").lower() in ("1", "true")


def _keys(found: re.Match[str]) -> Sequence[str]:
    if found["one"]:
        return [found["one"]]
    return [key[1] for quoted in re.findall(r'"([^"]*)"', found["many"] or "") if (key := _KEY.match(quoted))]


def _finding(trace: Trace, call: Call, found: re.Match[str]) -> Finding:
    keys = [in_short(key) for key in _keys(found)] or ["a key"]
    link = link_of(trace, call) or 0
    args = call.env.get("CNI_ARGS", "")
    return Finding(
        kind="args/unknown-key",
        severity=Severity.ERROR,
        cause=(
            f"CNI_ARGS has {names([f'«{key}»' for key in keys])}, which {who(trace, call)} does not know: every link "
            "gets the same arguments, and without IgnoreUnknown=1 a plugin refuses what is meant for another"
        ),
        evidence=(the_variable(trace, call, "CNI_ARGS"), stream(trace, call, "stdout")),
        advice="let the caller pass IgnoreUnknown=1, as kubelet's runtimes do, or give the key in «args» of one entry",
        next_step=rerun_command(trace, link, "--env", f"CNI_ARGS=IgnoreUnknown=1;{args}"),
        specification=RULE.specification,
        call=call.id,
        link=link,
        verb=call.verb,
    )


RULE = Rule(
    id="args/unknown-key",
    looks_at="CNI_ARGS and the error of the call that refused them",
    specification="https://www.cni.dev/docs/conventions/#cni_args",
    check=_check,
)
