"""Records as people saw them: which verb, plugin, network and pod, which kind of fault."""

import pytest

from tests.support.real_line import RealLine
from tests.support.real_lines import REAL_LINES
from traces.diagnosis.explain.reading import read_text


@pytest.mark.parametrize("line", REAL_LINES, ids=lambda line: line.address.removeprefix("https://github.com/"))
def test_a_real_line_is_explained(line: RealLine) -> None:
    found = read_text(line.text.encode().splitlines(keepends=True)).explanations[0]
    said = (found.kind, found.verb, found.plugin, found.network, found.pod, found.namespace, found.count, found.runtime)
    assert said == (
        line.kind,
        line.verb,
        line.plugin,
        line.network,
        line.pod,
        line.namespace,
        line.count,
        line.runtime,
    )
