from pathlib import Path

import pytest

from tests.support.needs import needs_compiler
from tests.support.traces import network
from traces.model.call import Call, Outcome
from traces.session.node_failure import failure_of, never_executed, result_of
from traces.shim.image import patched, shim_path

CHAIN = network("a", "b")


def call(**changes: object) -> Call:
    one = {"id": "1", "plugin": "a", "path": "/bin/a", "verb": "ADD", "link": 0, "stdin": b'{"cniVersion":"1.0.0"}'}
    return Call(**{**one, "exit_code": 0, "outcome": Outcome.OK, **changes})  # type: ignore[arg-type]


def path_of(folder: Path) -> dict[str, object]:
    return {"environment": (f"CNI_PATH=/nowhere:{folder}".encode(),)}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"outcome": Outcome.FAILED, "exit_code": 3}, "netplugin failed with no error message: exit status 3"),
        ({"outcome": Outcome.FAILED, "exit_code": 3, "stderr": b"oh"}, 'netplugin failed: "oh"'),
        (
            {"outcome": Outcome.KILLED, "exit_code": None, "signal": 11},
            "netplugin failed with no error message: signal: segmentation fault",
        ),
        ({"outcome": Outcome.LOST, "exit_code": None}, "netplugin failed with no error message: signal: killed"),
        ({"outcome": Outcome.ERROR, "exit_code": 1, "stdout": b'{"code":7,"msg":"m","details":"d"}'}, "m; d"),
    ],
)
def test_failed_call_is_told_in_libcnis_words(changes: dict[str, object], words: str) -> None:
    failure = failure_of("ADD", CHAIN, [call(), call(id="2", plugin="b", link=1, **changes)])
    assert failure is not None
    assert (failure.text, failure.link) == (f'plugin type="b" failed (add): {words}', 1)


def test_a_call_of_no_link_fails_without_one() -> None:
    failure = failure_of("ADD", CHAIN, [call(link=None, outcome=Outcome.FAILED, exit_code=1)])
    assert failure is not None
    assert (failure.text, failure.link) == ("netplugin failed with no error message: exit status 1", None)


def test_result_is_as_libcnis_caller_marshals_it() -> None:
    assert result_of(call(stdout=b'{"cniVersion":"1.0.0","unknown":1}')) == b'{"cniVersion":"1.0.0"}'
    assert result_of(call(stdout=b"no")) is None
    assert result_of(call(stdout=b"{}", truncated=("stdout",))) is None
    assert failure_of("ADD", CHAIN, [call(stdout=b"{", truncated=("stdout",))]) is None


@pytest.fixture
def recorder() -> bytes:
    return patched(shim_path().read_bytes(), real="/real/plugin")


@needs_compiler
def test_a_link_that_was_never_executed_has_a_reason(tmp_path: Path, recorder: bytes) -> None:
    (tmp_path / "a").write_bytes(recorder)
    calls = [call(path=str(tmp_path / "a"), **path_of(tmp_path))]
    failure, _ = never_executed(CHAIN, 1, calls)
    assert failure is not None
    assert failure.text.endswith(f'failed to find plugin "b" in path [/nowhere {tmp_path}]')
    (tmp_path / "b").write_text("#!/bin/sh\n")
    assert never_executed(CHAIN, 1, calls) == (
        None,
        f"link 1, b, was not recorded, nor were those behind it: {tmp_path}/b had no recorder, or has it no more",
    )
    (tmp_path / "b").write_bytes(recorder)
    failure, _ = never_executed(CHAIN, 1, calls)
    assert failure is not None
    assert failure.text == "link 1, b, was not called: nothing came after a had answered"


@needs_compiler
def test_a_recorder_that_came_later_recorded_nothing(tmp_path: Path, recorder: bytes) -> None:
    for name in "ab":
        (tmp_path / name).write_bytes(recorder)
    came = (tmp_path / "b").stat().st_ctime_ns
    before, after = (call(path=str(tmp_path / "a"), ended=came + by, **path_of(tmp_path)) for by in (-1, 1))
    assert never_executed(CHAIN, 1, [before])[0] is None
    assert never_executed(CHAIN, 1, [after])[0] is not None


@needs_compiler
def test_a_plugin_that_never_had_a_recorder_was_not_recorded(tmp_path: Path) -> None:
    """Nor can it be said of one that was not called, once its recorder may have been taken away."""
    for name in "ab":
        (tmp_path / name).write_text("")
    for ended in (1, (tmp_path / "b").stat().st_ctime_ns + 1):
        called = call(path=str(tmp_path / "a"), ended=ended, **path_of(tmp_path))
        assert never_executed(CHAIN, 1, [called])[0] is None


@needs_compiler
def test_plugins_are_looked_for_in_the_nodes_file_tree(tmp_path: Path, recorder: bytes) -> None:
    for folder in ("opt", "real"):
        (tmp_path / folder).mkdir()
    (tmp_path / "opt" / "a").write_bytes(recorder)
    (tmp_path / "opt" / "b").symlink_to("/real/b")
    (tmp_path / "real" / "b").write_text("")
    called = [call(path="/opt/a", environment=(b"CNI_PATH=/opt",))]
    assert never_executed(CHAIN, 1, called, str(tmp_path))[0] is None
    (tmp_path / "real" / "b").unlink()
    failure, _ = never_executed(CHAIN, 1, called, str(tmp_path))
    assert failure is not None
    assert failure.text.endswith('failed to find plugin "b" in path [/opt]')
