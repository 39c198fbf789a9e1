"""The bundled chains, and each of their links alone."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.needs import needs_namespaces, needs_plugins
from traces.model.call import Outcome
from traces.runner.rerun import link_call
from traces.session.demos import DEMOS, files_of
from traces.session.session import Session


@pytest.mark.parametrize("name", DEMOS)
def test_the_files_of_a_bundled_chain_are_known(name: str) -> None:
    demo = DEMOS[name]
    assert files_of(demo.network) == demo.files
    assert files_of(replace(demo.network, name="mine")) == {}


@needs_namespaces
@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("name", "simulate"),
    [("calico", "all"), ("flannel", "all"), pytest.param("portmap", "none", marks=needs_plugins)],
)
def test_every_link_runs_alone_on_what_prev_result_names(tmp_path: Path, name: str, simulate: str) -> None:
    demo, outcomes = DEMOS[name], {}
    with Session(sandbox=True, files=demo.files, simulate=simulate, state_dir=tmp_path) as session:
        for trace in demo.run(session, ("ADD", "DEL")):
            assert trace.error is None
            for link in range(len(demo.network.links)):
                branch = session.rerun(trace, link, how="materialise")
                call = link_call(branch, link)
                outcomes[trace.verb, link] = call and call.outcome
    # What ipMasq made is in no result, and Debian's bridge wants it on DEL: only a rerun from the first link has it.
    assert [place for place, outcome in outcomes.items() if outcome is not Outcome.OK] == (
        [("DEL", 0)] if name == "portmap" else []
    )
