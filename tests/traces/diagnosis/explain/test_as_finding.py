"""What a text alone shows, as a finding."""

import pytest

from tests.support.real_line import RealLine
from tests.support.real_lines import REAL_LINES
from traces.diagnosis.explain.as_finding import finding_of
from traces.diagnosis.explain.explanation import Explanation
from traces.diagnosis.explain.reading import read_text
from traces.model.finding import Severity


def first(text: str) -> Explanation:
    """The first explanation of a text."""
    return read_text(text.encode().splitlines(keepends=True)).explanations[0]


@pytest.mark.parametrize("line", REAL_LINES, ids=lambda line: line.address.removeprefix("https://github.com/"))
def test_a_line_that_names_a_kind_is_a_finding_with_evidence(line: RealLine) -> None:
    explanation = first(line.text)
    found = finding_of(explanation)
    if not line.kind:
        assert found is None
        return
    assert found is not None and (found.kind, found.is_proven) == (line.kind, False)
    assert found.cause and found.next_step and all(each.quote and each.where for each in found.evidence)


def test_what_only_follows_is_a_note() -> None:
    found = finding_of(first('failed to reserve sandbox name "a_b": name "a_b" is reserved for "c0ffee"'))
    assert found is not None and found.severity is Severity.NOTE


def test_what_tells_of_no_error_is_no_finding() -> None:
    told = first("Found CNI network podman (type=bridge) at /etc/cni/net.d/87-podman-bridge.conflist")
    assert not told.is_error and finding_of(told) is None
