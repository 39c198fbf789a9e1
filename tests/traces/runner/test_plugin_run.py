"""What stands around a link's call, and the deadline that all calls of a verb share."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.fake_executor import Answers, FakeExecutor
from tests.support.golden_chain import finish
from traces.errors import Interrupted
from traces.model.network import Attachment, Link, Network
from traces.runner.chain import run_chain
from traces.runner.executor import Completed
from traces.runner.plan import ChainOutcome, Fate, Overdue, Plan

NETWORK = Network(
    name="net",
    cni_version="1.1.0",
    raw=b"",
    links=tuple(
        Link(index=index, type=name, config=b'{"type":"%s"}' % name.encode()) for index, name in enumerate("abc")
    ),
)
VERSIONS = Completed(exit_code=0, stdout=b'{"cniVersion":"1.1.0","supportedVersions":["1.1.0"]}')
AT_ONCE = 1e-9
"""Seconds: a deadline that one look at a plugin uses up."""


def plan(verb: str, **fields: Any) -> Plan:
    attachment = Attachment(container_id="c0ffee", netns="/run/netns/pod")
    return Plan(verb=verb, network=NETWORK, attachment=attachment, plugin_dirs=("/bin",), cache_dir="/cache", **fields)


def outcome_of(made: Plan, executor: FakeExecutor) -> ChainOutcome:
    return finish(run_chain(made, executor, threading.Event()))


def answers(*plugins: str) -> Answers:
    """Plugins that answer ADD and VERSION."""
    result = Completed(exit_code=0, stdout=b'{"cniVersion":"1.1.0"}')
    return {(plugin, verb): reply for plugin in plugins for verb, reply in (("ADD", result), ("VERSION", VERSIONS))}


class Diary:
    """Keeps what is entered and left."""

    def __init__(self, executor: FakeExecutor) -> None:
        self.lines: list[str] = []
        self._executor = executor

    @contextmanager
    def around(self, verb: str, link: Link) -> Iterator[None]:
        """As Plan.around is."""
        self.lines.append(f"{verb} of {link.type} after {len(self._executor.calls)}")
        try:
            yield
        finally:
            self.lines.append(f"{link.type} over after {len(self._executor.calls)}")


@pytest.mark.parametrize(
    ("verb", "asked", "order"),
    [
        ("ADD", "ADD", "abc"),
        ("DEL", "DEL", "cba"),
        ("CHECK", "CHECK", "abc"),
        ("STATUS", "STATUS", "abc"),
        ("GC", "GC", "abc"),
        ("VALIDATE", "VERSION", "abc"),
    ],
)
def test_each_call_is_entered_before_and_left_behind_it(verb: str, asked: str, order: str) -> None:
    executor = FakeExecutor(answers=answers(*"abc"))
    outcome_of(plan("ADD"), executor)
    executor.executions.clear()
    diary = Diary(executor)
    outcome = outcome_of(plan(verb, around=diary.around, valid_attachments=(("c0ffee", "eth0"),)), executor)
    assert outcome.failure is None
    lines = [(f"{asked} of {name} after {count}", f"{name} over after {count + 1}") for count, name in enumerate(order)]
    assert diary.lines == [line for pair in lines for line in pair]


def test_a_call_that_fails_or_is_stopped_is_left_too() -> None:
    executor = FakeExecutor(missing=("a",))
    diary = Diary(executor)
    outcome_of(plan("ADD", around=diary.around), executor)
    assert diary.lines[-1] == "a over after 0"
    stop, executor = threading.Event(), FakeExecutor(looks=1000)
    diary = Diary(executor)
    chain = run_chain(plan("ADD", around=diary.around), executor, stop)
    next(chain)
    stop.set()
    with pytest.raises(Interrupted):
        next(chain)
    assert diary.lines[-1] == "a over after 1"


def test_a_plugin_past_the_deadline_is_killed() -> None:
    executor, before = FakeExecutor(looks=1000), time.time_ns()
    outcome = outcome_of(plan("ADD", timeout=AT_ONCE), executor)
    assert executor.running[0].killed
    assert outcome.failure is not None
    words = 'plugin type="a" failed (add): netplugin failed with no error message: signal: killed'
    assert (outcome.failure.text, outcome.failure.link) == (words, 0)
    assert outcome.overdue == (Overdue(link=0, fate=Fate.KILLED),)
    assert [kill.link for kill in outcome.killed] == [0]
    assert before <= outcome.killed[0].at <= time.time_ns()


def test_no_plugin_is_started_past_the_deadline() -> None:
    executor = FakeExecutor(answers=answers(*"abc"))
    outcome = outcome_of(plan("ADD", timeout=AT_ONCE), executor)
    assert executor.calls == [("a", "ADD")]
    assert outcome.failure is not None
    words = 'plugin type="b" failed (add): netplugin failed with no error message: context deadline exceeded'
    assert (outcome.failure.text, outcome.failure.link) == (words, 1)
    assert outcome.overdue == (Overdue(link=1, fate=Fate.NOT_STARTED),)


def test_a_deadline_is_for_all_links_together() -> None:
    executor = FakeExecutor(answers={("c", "DEL"): Completed(exit_code=0)})
    outcome = outcome_of(plan("DEL", timeout=AT_ONCE, policy="continue"), executor)
    assert [(each.link, each.fate) for each in outcome.overdue] == [(1, Fate.NOT_STARTED), (0, Fate.NOT_STARTED)]
    assert outcome.reached == (2, 1, 0)


def test_a_deadline_that_is_far_away_changes_nothing() -> None:
    executor = FakeExecutor(answers=answers(*"abc"), looks=5)
    outcome = outcome_of(plan("ADD", timeout=3600.0), executor)
    assert (outcome.failure, outcome.overdue, outcome.killed) == (None, (), ())


def test_what_the_user_takes_between_links_is_no_plugin_s_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=0.0)
    clock.monotonic = lambda: clock.now
    monkeypatch.setattr("traces.runner.deadline.time", clock)
    chain = run_chain(plan("ADD", timeout=1.0), FakeExecutor(answers=answers(*"abc")), threading.Event())
    next(chain)
    clock.now += 3600
    assert finish(chain).overdue == ()


def test_output_held_past_the_deadline_is_told_apart_from_a_kill() -> None:
    executor = FakeExecutor(answers=answers(*"abc"), looks=1000)
    chain = run_chain(plan("ADD", timeout=AT_ONCE), executor, threading.Event())
    next(chain)
    executor.running[0].has_ended = True
    outcome = finish(chain)
    assert outcome.overdue[0] == Overdue(link=0, fate=Fate.HELD)
    assert outcome.killed == ()


def test_a_kill_by_somebody_else_is_noted() -> None:
    executor = FakeExecutor(answers={("a", "ADD"): Completed(signal=9)})
    outcome = outcome_of(plan("ADD"), executor)
    assert ([kill.link for kill in outcome.killed], outcome.overdue) == ([0], ())
