"""A DEL that never asks IPAM, though ADD did: with real plugins where there are some."""

from dataclasses import replace
from pathlib import Path

from tests.support.scripted import MAKER_RESULT, POD, answering, found, kinds, quotes, run_chain
from traces.diagnosis.rules.ipam_del_skipped import RULE
from traces.model.trace import Trace

IPAM = {"main": {"ipam": {"type": "pool"}}}
AS_DELEGATE = '"${CNI_PATH%%:*}/pool"'
POOL = answering({"cniVersion": "1.0.0", "ips": [{"address": "192.0.2.2/24"}]})


def _main(*verbs: str) -> str:
    """A plugin that asks its IPAM at these verbs, and skips DEL without a namespace."""
    asked = " ".join(f'{verb}) printf "%s" "$given" | {AS_DELEGATE} >/dev/null ;;' for verb in verbs)
    answer = answering(MAKER_RESULT).partition("\n")[2]
    return f"""given=$(cat)
case $CNI_COMMAND in {asked} esac
{answer}"""


def _run(folder: Path, *verbs: str, netns: str = "") -> tuple[Trace, Trace]:
    scripts = {"main": _main(*verbs), "pool": POOL}
    add, _ = run_chain(folder, scripts, "ADD", "DEL", order=["main"], entries=IPAM)
    late = replace(POD, netns=netns)
    (delete,) = run_chain(folder, scripts, "DEL", order=["main"], entries=IPAM, attachment=late)
    return add, delete


def test_a_del_that_returns_before_its_ipam(tmp_path: Path) -> None:
    add, delete = _run(tmp_path, "ADD")
    assert any(call.plugin == "pool" for call in add.calls)
    (finding,) = found(RULE, delete, add)
    assert (finding.kind, finding.link) == ("ipam/del-skipped", 0)
    assert "CNI_NETNS=" in quotes(finding) and "pool ADD" in quotes(finding) and "pool was not asked" in quotes(finding)


def test_a_del_that_asks_its_ipam_is_well(tmp_path: Path) -> None:
    add, delete = _run(tmp_path, "ADD", "DEL")
    assert kinds(RULE, delete, add) == []


def test_a_plugin_that_never_asks_has_its_reasons(tmp_path: Path) -> None:
    add, delete = _run(tmp_path)
    assert kinds(RULE, delete, add) == []


def test_without_the_add_it_is_likely_and_not_proven(tmp_path: Path) -> None:
    _, delete = _run(tmp_path, "ADD")
    (finding,) = found(RULE, delete)
    assert not finding.is_proven
    _, other = _run(tmp_path, "ADD", netns="/run/netns/pod")
    assert kinds(RULE, other) == []
