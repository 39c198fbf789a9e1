"""Builds a reported case for real: its files, plugins and state, the traces of what it calls, and what was reported."""

import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.support.case_input import CaseInput
from tests.support.case_runs import CaseRuns, open_session
from tests.support.case_tree import CaseTree
from traces.diagnosis.case import Case, Symptom
from traces.diagnosis.collect.commands import Commands
from traces.diagnosis.collect.node import Collector, Places
from traces.diagnosis.collect.tree import DiskTree
from traces.diagnosis.configured import chosen
from traces.diagnosis.explain.explain import explain_record
from traces.diagnosis.facts import Node
from traces.model.trace import Trace

_RUNTIMES = {"CRI-O": "crio", "podman": "podman"}
"""By the name that a text shows; others are containerd, which most nodes have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """A case that was built."""

    node: Node
    traces: tuple[Trace, ...]
    """All that was run, in its order; none where nothing could be loaded."""
    symptom: Symptom | None
    """What the reported text says; None where it speaks of no error that is known."""
    is_run: bool
    """Whether something was asked for that a trace is made of."""

    @property
    def trace(self) -> Trace | None:
        """The one that the case is about: the first that failed of those asked for, or else the last."""
        failed = [trace for trace in self.traces if trace.failure is not None]
        return next(iter(failed), self.traces[-1]) if self.traces and self.is_run else None

    @property
    def whole(self) -> Case:
        """All that is known at once."""
        others = tuple(trace for trace in self.traces if trace is not self.trace)
        return Case(trace=self.trace, series=others, node=self.node, symptom=self.symptom)

    @property
    def cases(self) -> Sequence[Case]:
        """The whole case, then what each of its sources tells alone."""
        alone = [Case(node=self.node), *(Case(trace=trace) for trace in self.traces if trace is self.trace)]
        return (self.whole, *alone, *([Case(symptom=self.symptom)] if self.symptom else []))


def build(given: Mapping[str, Any], folder: Path, symptom: str = "") -> Built:
    """Build the `input` of a report below a folder, run what it calls in a sandbox, and gather what a node would tell.

    ``symptom`` is the reported text; names that it leaves open (<id>, <net>) are filled in.
    """
    of = CaseInput(given)
    tree = CaseTree(root=folder / "node", of=of)
    tree.write()
    tree.versions()
    explained = [each for each in explain_record(filled_in(symptom, of)) if each.is_error]
    runtime = _RUNTIMES.get(next((each.runtime for each in explained), ""), "containerd")
    session = open_session(tree, folder / "kept")
    try:
        runs = CaseRuns(tree=tree, path=_path(tree, runtime), runtime=runtime, session=session)
        runs.prepare()
        before = runs.recorded_before()
        traces = tuple(runs.asked()) if _can_run(of) else ()
    finally:
        session.close()
    node = _node(tree, runtime)
    shutil.rmtree(tree.root)  # copies of plugins are large, and all that was in it is known now
    return Built(
        node=node,
        traces=(*([before] if before else []), *traces),
        symptom=next((each.symptom for each in explained), None),
        is_run=bool(traces),
    )


def of_report(report: Mapping[str, Any], folder: Path) -> Built:
    """Build a line of reports.jsonl."""
    return build(report["input"], folder, report["symptom"])


def filled_in(symptom: str, of: CaseInput) -> str:
    """The text with the case's own names where the report leaves them open."""
    absent = next((name for name in of.chain if name not in of.programs), "plugin")
    path = next(iter(of.files), "/etc/cni/net.d/10-demo.conflist")
    names = {
        "id": "f0" * 32,
        "net": "demo-net",
        "x": absent,
        "mac": "02:00:00:00:00:01",
        "dir": path.rpartition("/")[0],
        "file": path,
    }
    return re.sub(r"<(\w+)>", lambda found: names.get(found[1], found[0]), symptom)


def _can_run(of: CaseInput) -> bool:
    """Whether this machine can have what a run needs: a mount of another kind it has only in words."""
    return "mount" not in of.state


def _path(tree: CaseTree, runtime: str) -> str:
    """The file that the runtime would use, or would have used were it fit."""
    found = chosen(_node(tree, runtime))
    used = found.winner or found.expected
    return used.config.path if used else ""


def _node(tree: CaseTree, runtime: str) -> Node:
    disk = DiskTree(str(tree.root))
    commands = Commands(disk)
    node = Collector(disk, Places(runtime=runtime), commands).node(float(commands.line("date")))
    return replace(node, name="node-1")
