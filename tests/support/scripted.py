"""Chains of shell scripts, run for real: the scripts are executed and recorded, and their traces are looked at."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.support.cli import conflist, plugin
from traces import Attachment, Session, load_network
from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule
from traces.model.finding import Finding
from traces.model.trace import Trace

POD = Attachment(container_id="c0ffee", netns="/run/netns/pod")
INTERFACES = [{"name": "br0"}, {"name": "veth1"}, {"name": "eth0", "sandbox": "/run/netns/pod"}]
MAKER_RESULT = {
    "cniVersion": "1.0.0",
    "interfaces": INTERFACES,
    "ips": [{"address": "10.1.0.2/16", "interface": 2}],
}
QUIET = "cat >/dev/null"
"""Answers nothing, and is well."""


def answering(result: Any = MAKER_RESULT, verb: str = "ADD", code: int = 0) -> str:
    """A script that answers one verb with this document, or with a text as it stands, and nothing else."""
    text = result if isinstance(result, str) else json.dumps(result)
    quoted = text.replace("'", "'\\''")
    return f"""cat >/dev/null
[ "$CNI_COMMAND" = {verb} ] || exit 0
printf '%s' '{quoted}'
exit {code}"""


def failing(msg: str, verb: str = "ADD", code: int = 999) -> str:
    """A script that answers one verb with an error object; to ADD it hands its prevResult on else."""
    return f"{answering({'code': code, 'msg': msg}, verb, 1)}"


ECHO = """/usr/bin/python3 -c '
import json, os, sys
given = json.load(sys.stdin)
if os.environ["CNI_COMMAND"] == "ADD":
    print(json.dumps(given.get("prevResult", {"cniVersion": given["cniVersion"]})))
'"""
"""Hands its prevResult on, as a plugin that only dresses an interface does."""


def run_chain(
    folder: Path,
    scripts: Mapping[str, str],
    *verbs: str,
    entries: Mapping[str, Mapping[str, Any]] | None = None,
    attachment: Attachment = POD,
    version: str = "1.0.0",
    order: Sequence[str] = (),
    timeout: float | None = None,
) -> tuple[Trace, ...]:
    """Run verbs (ADD where none is said) over a chain of these scripts; ``order`` says which of them are links.

    ``entries`` has what stands in a link's entry besides its type.
    """
    for name, script in scripts.items():
        plugin(folder / "bin", name, script)
    links = [{"type": name, **(entries or {}).get(name, {})} for name in order or scripts]
    conflist(folder, *links, cniVersion=version)
    network = load_network(str(folder), "demo")
    options = {"timeout": timeout} if timeout is not None else {}
    with Session(plugin_dirs=[folder / "bin"], cache_dir=folder / "cache", state_dir=folder / "state") as session:
        return tuple(session.run(verb, network, attachment, **options) for verb in verbs or ("ADD",))  # type: ignore[arg-type]


def found(rule: Rule, trace: Trace, *series: Trace) -> list[Finding]:
    """What a rule says of a trace."""
    return list(rule.check(Case(trace=trace, series=series)))


def kinds(rule: Rule, trace: Trace, *series: Trace) -> list[str]:
    """The kinds of what a rule says of a trace."""
    return [finding.kind for finding in found(rule, trace, *series)]


def quotes(finding: Finding) -> str:
    """All that it quotes."""
    return "\n".join(evidence.quote for evidence in finding.evidence)
