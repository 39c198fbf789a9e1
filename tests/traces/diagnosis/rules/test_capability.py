"""What is offered and not taken, and what is declared and not offered."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.support.scripted import ECHO, POD, answering, found, kinds, quotes, run_chain
from traces import Attachment
from traces.diagnosis.rules.capability import RULE
from traces.model.finding import Severity

PORTS = [{"hostPort": 8080, "containerPort": 80, "protocol": "tcp"}]
SCRIPTS = {"bridge": answering(), "portmap": ECHO}
DECLARED = {"portmap": {"capabilities": {"portMappings": True}}}


def pod(**capabilities: Any) -> Attachment:
    return Attachment(container_id="c", netns=POD.netns, capability_args=capabilities)


def test_ports_that_portmap_does_not_declare(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, SCRIPTS, attachment=pod(portMappings=PORTS))
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link) == ("capability/not-declared", 1)
    assert '"hostPort": 8080' in quotes(finding) and '{"type":"portmap"}' in quotes(finding)
    assert ".plugins[1].capabilities.portMappings = true" in finding.next_step


def test_declared_and_offered_is_well(tmp_path: Path) -> None:
    assert kinds(RULE, *run_chain(tmp_path, SCRIPTS, entries=DECLARED, attachment=pod(portMappings=PORTS))) == []


def test_what_nobody_asked_for_is_nobody_s_fault(tmp_path: Path) -> None:
    offered = pod(dns={"servers": ["10.0.0.10"]}, portMappings=[])
    assert kinds(RULE, *run_chain(tmp_path, {"bridge": answering()}, attachment=offered)) == []


def test_a_chain_without_a_taker_has_no_link_to_blame(tmp_path: Path) -> None:
    (finding,) = found(RULE, *run_chain(tmp_path, {"bridge": answering()}, attachment=pod(portMappings=PORTS)))
    assert finding.link is None and "no link of the chain takes it" in finding.cause


def test_declared_and_not_offered_is_a_note(tmp_path: Path) -> None:
    (finding,) = found(RULE, *run_chain(tmp_path, SCRIPTS, entries=DECLARED))
    assert (finding.kind, finding.severity) == ("capability/not-offered", Severity.NOTE)


def test_pods_of_a_node_that_ask_for_nothing_are_usual(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, SCRIPTS, entries=DECLARED)
    assert kinds(RULE, replace(trace, place="node")) == []


def test_nearly_the_same_name_is_a_mistake(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, SCRIPTS, entries=DECLARED, attachment=pod(portmappings=PORTS))
    (finding,) = found(RULE, trace)
    assert finding.severity is Severity.WARNING and "«portmappings»" in finding.cause
