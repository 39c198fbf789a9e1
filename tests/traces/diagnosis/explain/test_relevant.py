"""Which lines of a log can matter, and which begin a record."""

import pytest

from tests.support.error_texts import LAYERS, PLUGIN_ERRORS, as_klog, in_libcni
from tests.support.real_lines import REAL_LINES
from traces.diagnosis.explain.relevant import can_matter, starts_a_record


def test_every_real_line_can_matter() -> None:
    lines = [line.text.partition("\n")[0].encode() for line in REAL_LINES]
    assert [line for line in lines if not can_matter(line)] == []


def test_every_template_in_a_log_can_matter() -> None:
    lines = [as_klog(layer(in_libcni(error))).encode() for layer in LAYERS for error, _ in PLUGIN_ERRORS]
    assert all(can_matter(line) and starts_a_record(line) for line in lines)


@pytest.mark.parametrize(
    "line",
    [
        b'I1026 14:08:18.459323 1 scope.go:115] "RemoveContainer of a sandbox"',
        b'time="2024-10-30T07:40:53Z" level=info msg="StopPodSandbox for a"',
        b'{"level":"info","msg":"network"}',
        b"E1026 14:08:18.459323 1 a.go:1] volume not mounted",
    ],
)
def test_what_went_well_or_is_of_other_things_can_not(line: bytes) -> None:
    assert not can_matter(line)


@pytest.mark.parametrize("line", [b"goroutine 1 [running]:", b"   main.cmdAdd(...)", b"networking: Multus: [a/b]"])
def test_what_goes_on_begins_no_record(line: bytes) -> None:
    assert not starts_a_record(line)
