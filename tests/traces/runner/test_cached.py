import json
import threading

from tests.support.fake_executor import FakeExecutor
from tests.support.golden_chain import finish
from traces.cni.network_conf import parse_list
from traces.model.network import Attachment
from traces.runner.chain import run_chain
from traces.runner.executor import Completed
from traces.runner.plan import Plan

RESULT = Completed(stdout=b'{"cniVersion": "1.0.0", "ips": [{"address": "10.0.0.1/8"}]}', exit_code=0)


def plan(verb: str, *, keeps_cache: bool) -> Plan:
    """A verb over a network of one link."""
    conflist = json.dumps({"cniVersion": "1.0.0", "name": "net", "plugins": [{"type": "a"}]}).encode()
    return Plan(
        verb=verb,
        network=parse_list(conflist).network,
        attachment=Attachment(container_id="c0ffee", netns="/run/netns/pod"),
        plugin_dirs=("/bin",),
        cache_dir="/var/lib/cni",
        keeps_cache=keeps_cache,
    )


def test_a_cache_that_is_a_runtime_s_is_read_and_never_written() -> None:
    executor = FakeExecutor(answers={("a", "ADD"): RESULT})
    finish(run_chain(plan("ADD", keeps_cache=False), executor, threading.Event()))
    assert executor.files == {}
    finish(run_chain(plan("ADD", keeps_cache=True), executor, threading.Event()))
    kept = dict(executor.files)
    outcome = finish(run_chain(plan("DEL", keeps_cache=False), executor, threading.Event()))
    assert (outcome.failure, executor.files) == (None, kept)
    assert kept and b"prevResult" in executor.executions[-1].stdin
