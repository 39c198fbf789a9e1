"""Running a verb of the open trace's network, from the palette."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.features.running import RunFeature
from app.live.running import in_sandbox, run_question
from app.screens.confirm import ConfirmScreen
from tests.support.screens import NARROW, backend_of, debugger, screen_of, until
from tests.support.traces import hostile, recorded
from traces.model.events import Event
from traces.model.network import Attachment
from traces.model.trace import Trace
from traces.session.goals import Mode
from traces.timeline.replay import replay

ADD = replace(recorded(), id="the-add")


@pytest.mark.parametrize("key", RunFeature.KEYS, ids=lambda key: key.id)
async def test_a_verb_runs_stepped_after_a_yes(key: object) -> None:
    asked: list[tuple[str, str]] = []
    action = getattr(key, "action", "")

    def run(trace: Trace, verb: str) -> Iterator[Event]:
        asked.append((trace.id, verb))
        return replay(replace(recorded(), id="made"))

    backend = replace(backend_of((ADD,)), run=run)
    async with debugger(ADD, backend=backend).run_test(size=NARROW) as pilot:
        screen = screen_of(pilot)
        await screen.run_action(action)
        await until(pilot, lambda: isinstance(pilot.app.screen, ConfirmScreen))
        assert asked == []
        await pilot.press("y")
        await until(pilot, lambda: screen.current == "made")
        assert backend.stepper.mode is Mode.LINKS
    verbs = {"run.add": "ADD", "run.check": "CHECK", "run.delete": "DEL", "run.gc": "GC"}
    assert asked == [("the-add", verbs[action.removeprefix("do('").removesuffix("')")])]


def test_the_question_names_what_runs_where_and_as_whom() -> None:
    title, text = run_question(ADD, "DEL")
    assert title == "Run DEL of this network, stepped?"
    assert "plugins: tuning, firewall, bandwidth, portmap, bridge\n" in text
    assert "sandbox" in text and "as: " in text and "uid" in text


def test_the_question_is_safe_to_show() -> None:
    title, text = run_question(hostile(), "ADD")
    assert all(line.isprintable() for line in (title, *text.split("\n")))


def test_a_netns_that_no_sandbox_can_have_is_another() -> None:
    pod = Attachment(container_id="c", netns="/proc/1234/ns/net")
    assert in_sandbox(pod).netns == "/run/netns/pod"
    assert in_sandbox(replace(pod, netns="/var/run/netns/cni-1")).netns == "/var/run/netns/cni-1"
