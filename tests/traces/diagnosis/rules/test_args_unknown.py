"""CNI_ARGS that a plugin refuses."""

from pathlib import Path

import pytest

from tests.support.scripted import POD, answering, failing, found, kinds, quotes, run_chain
from traces import Attachment
from traces.diagnosis.rules.args_unknown import RULE


def pod(*args: tuple[str, str]) -> Attachment:
    return Attachment(container_id="c", netns=POD.netns, args=args)


@pytest.mark.parametrize("said", ['ARGS: unknown args ["COLOR=blue"]', 'ARGS: invalid key "COLOR"'])
def test_the_key_and_who_refused_it(tmp_path: Path, said: str) -> None:
    passes = 'given=$(cat); printf "%s" "$given" | "$CNI_PATH/host-local"'
    scripts = {"host-local": failing(said), "bridge": passes}
    (trace,) = run_chain(tmp_path, scripts, order=("bridge",), attachment=pod(("IP", "10.1.0.9"), ("COLOR", "blue")))
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link) == ("args/unknown-key", 0)
    assert "«COLOR»" in finding.cause and "host-local (called by bridge, link 0)" in finding.cause
    assert "CNI_ARGS=IP=10.1.0.9;COLOR=blue" in quotes(finding)
    assert "CNI_ARGS=IgnoreUnknown=1;IP=10.1.0.9;COLOR=blue" in finding.next_step


def test_args_that_are_known_or_ignored_are_well(tmp_path: Path) -> None:
    args = pod(("IgnoreUnknown", "1"), ("COLOR", "blue"))
    assert kinds(RULE, *run_chain(tmp_path, {"bridge": answering()}, attachment=args)) == []


def test_another_failure_with_the_same_args_is_another(tmp_path: Path) -> None:
    assert kinds(RULE, *run_chain(tmp_path, {"bridge": failing("busy")}, attachment=pod(("COLOR", "blue")))) == []
