"""Chains on plugins that only answer: order, prevResult, failures, edits and being stopped."""

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.fake_executor import Answers, FakeExecutor
from tests.support.golden_chain import finish
from traces.cni.network_conf import parse_list
from traces.errors import InputError, Interrupted
from traces.model.network import Attachment
from traces.runner.chain import ChainOutcome, Plan, run_chain
from traces.runner.executor import Completed, Execution

POD = Attachment(container_id="c0ffee", netns="/run/netns/pod")
CACHE = "/var/lib/cni/results/net-c0ffee-eth0"


def result(address: str, version: str = "1.0.0") -> bytes:
    return json.dumps({"cniVersion": version, "ips": [{"address": address}]}).encode()


def answer(stdout: bytes = b"", exit_code: int = 0) -> Completed:
    return Completed(stdout=stdout, exit_code=exit_code)


REFUSED = answer(b'{"code": 7, "msg": "no", "details": "at all"}', 1)
THREE: Answers = {("a", "ADD"): answer(result("10.0.0.1/8")), ("b", "ADD"): answer(result("10.0.0.2/8"))}
THREE[("c", "ADD")] = answer(result("10.0.0.3/8"))


def plan(verb: str, version: str = "1.0.0", **changes: Any) -> Plan:
    conflist = {"name": "net", "cniVersion": version, "plugins": [{"type": t} for t in "abc"]}
    network = parse_list(json.dumps(conflist).encode()).network
    return Plan(verb=verb, network=network, attachment=POD, plugin_dirs=("/bin",), cache_dir="/var/lib/cni", **changes)


def run(executor: FakeExecutor, verb: str, version: str = "1.0.0", **changes: Any) -> ChainOutcome:
    return finish(run_chain(plan(verb, version, **changes), executor, threading.Event()))


def added() -> FakeExecutor:
    """An executor that has an ADD behind it."""
    executor = FakeExecutor(answers=dict(THREE))
    assert run(executor, "ADD").failure is None
    executor.executions.clear()
    return executor


def prev_results(executor: FakeExecutor) -> list[str | None]:
    """The address in each execution's prevResult."""
    prevs = [json.loads(execution.stdin).get("prevResult") for execution in executor.executions]
    return [prev and prev["ips"][0]["address"] for prev in prevs]


def test_add_feeds_each_result_to_the_next_link() -> None:
    executor = FakeExecutor(answers=dict(THREE))
    outcome = run(executor, "ADD")
    assert executor.calls == [("a", "ADD"), ("b", "ADD"), ("c", "ADD")]
    assert prev_results(executor) == [None, "10.0.0.1/8", "10.0.0.2/8"]
    assert outcome.result == b'{"cniVersion":"1.0.0","ips":[{"address":"10.0.0.3/8"}]}'
    assert (outcome.cache_before, outcome.cache_after) == (None, executor.files[CACHE])
    assert outcome.reached == (0, 1, 2)


def test_add_stops_at_a_failure_and_caches_nothing() -> None:
    executor = FakeExecutor(answers=THREE | {("b", "ADD"): REFUSED})
    outcome = run(executor, "ADD")
    assert outcome.failure is not None
    assert outcome.failure.text == 'plugin type="b" failed (add): no; at all'
    assert (outcome.failure.code, outcome.failure.link) == (7, 1)
    assert (outcome.result, outcome.reached, executor.files) == (None, (0, 1), {})


def test_a_plugin_that_cannot_be_found_counts_as_reached() -> None:
    executor = FakeExecutor(answers=dict(THREE), missing=("b",))
    outcome = run(executor, "ADD")
    assert outcome.failure is not None
    assert outcome.failure.text == 'plugin type="b" failed (add): failed to find plugin "b" in path [/bin]'
    assert (outcome.failure.link, outcome.reached, executor.calls) == (1, (0, 1), [("a", "ADD")])


def test_a_cache_that_cannot_be_written_fails_the_add() -> None:
    class Full(FakeExecutor):
        def write(self, path: str, content: bytes) -> None:
            raise OSError(28, "No space left on device", path)

    outcome = run(Full(answers=dict(THREE)), "ADD")
    assert outcome.failure is not None
    words = f'failed to set network "net" cached result: open {CACHE}: no space left on device'
    assert (outcome.failure.text, outcome.result) == (words, None)


def test_delete_goes_backwards_with_the_cached_result() -> None:
    executor = added()
    outcome = run(executor, "DEL")
    assert executor.calls == [("c", "DEL"), ("b", "DEL"), ("a", "DEL")]
    assert prev_results(executor) == ["10.0.0.3/8"] * 3
    assert outcome.cache_before is not None
    assert (outcome.failure, outcome.cache_after, executor.files) == (None, None, {})


def test_delete_stops_at_a_failure_and_keeps_the_cache() -> None:
    executor = added()
    executor.answers[("b", "DEL")] = REFUSED
    outcome = run(executor, "DEL")
    assert executor.calls == [("c", "DEL"), ("b", "DEL")]
    assert outcome.failure is not None
    assert (outcome.failure.text, outcome.failure.link) == ('plugin type="b" failed (delete): no; at all', 1)
    assert outcome.cache_after == outcome.cache_before != None  # noqa: E711
    assert outcome.reached == (2, 1)


def test_delete_goes_on_when_told_to_and_joins_its_failures() -> None:
    executor = added()
    executor.answers[("c", "DEL")] = executor.answers[("b", "DEL")] = REFUSED
    outcome = run(executor, "DEL", policy="continue")
    assert outcome.failure is not None
    assert outcome.failure.text.splitlines() == [f'plugin type="{t}" failed (delete): no; at all' for t in "cb"]
    assert (outcome.failure.code, outcome.failure.link, outcome.reached) == (7, 2, (2, 1, 0))
    assert CACHE in executor.files


def test_delete_before_0_4_0_gets_no_result() -> None:
    executor = added()
    run(executor, "DEL", "0.3.1")
    assert prev_results(executor) == [None, None, None]


def test_check_names_the_link_that_libcni_does_not() -> None:
    executor = added()
    executor.answers[("b", "CHECK")] = REFUSED
    outcome = run(executor, "CHECK")
    assert outcome.failure is not None
    assert (outcome.failure.text, outcome.failure.link, outcome.reached) == ("no; at all", 1, (0, 1))


def test_status_stops_at_the_first_failure() -> None:
    executor = FakeExecutor(answers={("b", "STATUS"): REFUSED})
    outcome = run(executor, "STATUS", "1.1.0")
    assert outcome.failure is not None
    assert (outcome.failure.link, executor.calls) == (1, [("a", "STATUS"), ("b", "STATUS")])
    assert run(FakeExecutor(), "STATUS", "1.0.0").reached == ()


def test_gc_deletes_what_is_not_valid_and_asks_every_plugin() -> None:
    executor = added()
    run(executor, "GC", "1.1.0", valid_attachments=(("c0ffee", "eth0"),))
    assert executor.calls == [("a", "GC"), ("b", "GC"), ("c", "GC")]
    executor.executions.clear()
    run(executor, "GC", "1.1.0")
    assert executor.calls[:3] == [("c", "DEL"), ("b", "DEL"), ("a", "DEL")]
    assert executor.files == {}


def test_gc_without_a_results_folder_does_nothing() -> None:
    executor = FakeExecutor()
    assert run(executor, "GC", "1.1.0").failure is None
    assert executor.calls == []


def test_gc_collects_all_failures() -> None:
    executor = added()
    executor.answers |= {("a", "GC"): REFUSED, ("c", "GC"): REFUSED}
    outcome = run(executor, "GC", "1.1.0", valid_attachments=(("c0ffee", "eth0"),))
    assert outcome.failure is not None
    assert outcome.failure.text == "failed to GC plugin a: no; at all\nfailed to GC plugin c: no; at all"
    assert outcome.failure.link == 0


def test_validate_gathers_every_complaint() -> None:
    versions = b'{"cniVersion": "1.1.0", "supportedVersions": ["1.0.0"]}'
    executor = FakeExecutor(answers={("a", "VERSION"): answer(versions)}, missing=("c",))
    outcome = run(executor, "VALIDATE")
    assert outcome.failure is not None
    unread = "decoding version info: unexpected end of JSON input"
    assert outcome.failure.text == f'[{unread} failed to find plugin "c" in path [/bin]]'


def test_an_old_plugin_that_knows_no_version_is_of_0_1_0() -> None:
    unknown = answer(b'{"code": 100, "msg": "unknown CNI_COMMAND: VERSION"}', 1)
    executor = FakeExecutor(answers={(t, "VERSION"): unknown for t in "abc"})
    assert run(executor, "VALIDATE", "0.1.0").result == b"[]"


def test_a_rerun_starts_from_its_link_with_its_result() -> None:
    executor = FakeExecutor(answers=dict(THREE))
    outcome = run(executor, "ADD", first=1, prev_result=result("10.9.9.9/8"))
    assert executor.calls == [("b", "ADD"), ("c", "ADD")]
    assert prev_results(executor) == ["10.9.9.9/8", "10.0.0.2/8"]
    assert outcome.reached == (1, 2)


def test_a_rerun_of_delete_goes_down_from_its_link() -> None:
    executor = added()
    run(executor, "DEL", first=1, prev_result=result("10.9.9.9/8"))
    assert executor.calls == [("b", "DEL"), ("a", "DEL")]
    assert prev_results(executor) == ["10.9.9.9/8", "10.9.9.9/8"]


def test_a_given_result_keeps_its_order_and_its_unknown_fields() -> None:
    executor = FakeExecutor(answers=dict(THREE))
    given = b'{"z": 1.0, "cniVersion": "1.0.0",\n "ips": [{"address": "10.9.9.9/8"}]}'
    run(executor, "ADD", first=2, prev_result=given)
    assert (
        b'"prevResult":{"z":1.0,"cniVersion":"1.0.0","ips":[{"address":"10.9.9.9/8"}]}' in executor.executions[0].stdin
    )


def test_edits_are_laid_over_stdin_and_environment() -> None:
    executor = FakeExecutor(answers=dict(THREE))

    def edited(link: int, stdin: bytes) -> bytes:
        return stdin.replace(b"net", b"edited") if link == 1 else stdin

    run(executor, "ADD", rewrite=edited, rewrite_env=lambda link, env: (*env, f"LINK={link}"))
    assert [b"edited" in execution.stdin for execution in executor.executions] == [False, True, False]
    assert [execution.env[-1] for execution in executor.executions] == ["LINK=0", "LINK=1", "LINK=2"]


def test_a_chain_yields_while_a_plugin_runs_and_after_each() -> None:
    executor = FakeExecutor(answers=dict(THREE), looks=3)
    assert len(list(run_chain(plan("ADD"), executor, threading.Event()))) == 9


def test_a_stopped_run_kills_its_plugin() -> None:
    stop = threading.Event()
    executor = FakeExecutor(answers=dict(THREE), looks=1000)
    work = run_chain(plan("ADD"), executor, stop)
    next(work)
    stop.set()
    with pytest.raises(Interrupted):
        next(work)
    assert executor.running[0].killed
    assert executor.calls == [("a", "ADD")]


def test_a_run_that_is_given_up_kills_its_plugin() -> None:
    executor = FakeExecutor(answers=dict(THREE), looks=1000)
    work = run_chain(plan("ADD"), executor, threading.Event())
    next(work)
    work.close()
    assert executor.running[0].killed


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        (Completed(start_error="permission denied"), "fork/exec /bin/a: permission denied"),
        (Completed(signal=9), "signal: killed"),
        (Completed(exit_code=3), "exit status 3"),
    ],
)
def test_how_a_plugin_ended_is_told_as_go_tells_it(ending: Completed, words: str) -> None:
    outcome = run(FakeExecutor(answers={("a", "ADD"): ending}), "ADD")
    assert outcome.failure is not None
    assert outcome.failure.text == f'plugin type="a" failed (add): netplugin failed with no error message: {words}'


@pytest.fixture
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("traces.runner.plugin_run._BUSY_PAUSE", 0.0)


@pytest.mark.usefixtures("no_pause")
def test_a_busy_binary_is_tried_again() -> None:
    busy = Completed(start_error="text file busy")
    executor = FakeExecutor(answers=THREE | {("a", "ADD"): [busy, busy, answer(result("10.0.0.1/8"))]})
    assert run(executor, "ADD").failure is None
    assert [plugin for plugin, _ in executor.calls] == ["a", "a", "a", "b", "c"]


@pytest.mark.usefixtures("no_pause")
def test_a_binary_that_stays_busy_counts_as_silent() -> None:
    busy = Completed(start_error="text file busy")
    executor = FakeExecutor(answers={("a", "ADD"): busy})
    outcome = run(executor, "ADD")
    assert len(executor.calls) == 6
    assert outcome.failure is not None
    words = 'plugin type="a" failed (add): failed to unmarshal raw result: unexpected end of JSON input'
    assert outcome.failure.text == words


def test_a_verb_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InputError, match="there is no verb PING: expected one of ADD"):
        run(FakeExecutor(), "PING")


def test_the_runtime_s_environment_is_handed_on_beneath_ours() -> None:
    seen: list[Execution] = []
    observe: Callable[[Execution], None] = seen.append
    run(FakeExecutor(answers=dict(THREE), on_start=observe), "ADD", base_env=("HOME=/root", "CNI_IFNAME=old", "odd"))
    assert seen[0].env[:2] == ("odd", "HOME=/root")
    assert seen[0].env.count("CNI_IFNAME=eth0") == 1
    assert "CNI_IFNAME=old" not in seen[0].env
