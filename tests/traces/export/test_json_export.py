"""The JSON export is the trace file."""

from pathlib import Path

import pytest

from tests.support.planted import planted
from tests.support.traces import recorded
from traces.export.json_export import json_text
from traces.model.trace import Trace
from traces.redaction.redactor import redact
from traces.store.archive import read_file


@pytest.mark.parametrize("traces", [(recorded(),), (recorded(), recorded(verb="DEL"))])
def test_what_is_exported_is_read_again(traces: tuple[Trace, ...], tmp_path: Path) -> None:
    path = tmp_path / "trace.json"
    path.write_text(json_text(traces), "ascii")
    assert read_file(path) == traces


def test_a_redacted_trace_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "trace.json"
    clean = redact([planted()]).traces
    path.write_text(json_text(clean), "ascii")
    assert read_file(path) == clean
