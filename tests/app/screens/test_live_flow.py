"""What is asked of a held call, on a real stepper and a recorded trace."""

import json
from dataclasses import replace

from textual.widgets import TextArea

from app.screens.choice import ChoiceScreen
from app.screens.edit import EditScreen
from tests.support.held_screen import held, held_at_first, text, words
from tests.support.screens import screen_of, told, until
from tests.support.stepped import SteppedRun
from tests.support.traces import recorded

ADD = replace(recorded(), id="the-add")


async def test_an_edited_stdin_is_shown_and_given() -> None:
    run = SteppedRun(ADD)
    async with held_at_first(run) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: held(pilot) == ["portmap"])
        await pilot.press("e", "p")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        area = pilot.app.screen.query_one(TextArea)
        before = area.text
        area.text = before.replace("eth0", "eth7")
        await pilot.press("ctrl+r")
        await until(pilot, lambda: not isinstance(pilot.app.screen, EditScreen))
        await until(pilot, lambda: screen_of(pilot).held[0].edited == ("stdin",))
        await until(pilot, lambda: "stdin edited" in text(pilot))
        call = screen_of(pilot).call
        assert call is not None and b"eth7" in call.stdin and call.touched == ("stdin",)
        await pilot.press("n")
        await until(pilot, lambda: held(pilot) != ["portmap"])
        assert b"eth7" in (run.decisions[-1].stdin or b"")


async def test_an_edit_is_taken_back() -> None:
    run = SteppedRun(ADD)
    async with held_at_first(run) as pilot:
        await pilot.press("e", "v")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        area = pilot.app.screen.query_one(TextArea)
        area.text = f"{area.text}\nMORE=1"
        await pilot.press("ctrl+r")
        await until(pilot, lambda: screen_of(pilot).held[0].edited == ("env",))
        await until(pilot, lambda: "environment edited" in text(pilot))
        await pilot.press("V")
        await until(pilot, lambda: screen_of(pilot).held[0].edited == ())
        await pilot.press("n")
        await until(pilot, lambda: held(pilot) == ["portmap"])
        assert run.decisions[0].environment is None


async def test_an_environment_of_other_lines_is_refused() -> None:
    async with held_at_first(SteppedRun(ADD)) as pilot:
        await pilot.press("e", "v")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        pilot.app.screen.query_one(TextArea).text = "nothing like it"
        await pilot.press("ctrl+r")
        await until(pilot, lambda: told(pilot) == ["It can't be given so: expected NAME=VALUE"])
        assert isinstance(pilot.app.screen, EditScreen)


async def test_a_skip_passes_on_what_was_before() -> None:
    run = SteppedRun(ADD)
    async with held_at_first(run) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: held(pilot) == ["portmap"])
        await pilot.press("S")
        await until(pilot, lambda: held(pilot) not in ([], ["portmap"]))
        decision = run.decisions[-1]
        assert decision.is_skip and decision.answer is not None
        assert json.loads(decision.answer.stdout)["ips"]


async def test_an_answer_is_edited_and_given_in_its_place() -> None:
    run = SteppedRun(ADD)
    async with held_at_first(run) as pilot:
        await pilot.press("M", "e")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        area = pilot.app.screen.query_one(TextArea)
        assert '"code": 11' in area.text
        area.text = area.text.replace("11", "50")
        await pilot.press("ctrl+r")
        await until(pilot, lambda: bool(run.decisions))
        answer = run.decisions[0].answer
        assert answer is not None and answer.exit_code == 1 and json.loads(answer.stdout)["code"] == 50


async def test_a_result_to_answer_begins_with_what_a_skip_gives() -> None:
    run = SteppedRun(ADD)
    async with held_at_first(run) as pilot:
        await pilot.press("M", "r")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        assert json.loads(pilot.app.screen.query_one(TextArea).text) == {"cniVersion": "1.0.0"}
        await pilot.press("ctrl+r")
        await until(pilot, lambda: bool(run.decisions))
        assert run.decisions[0].answer is not None and run.decisions[0].answer.exit_code == 0


async def test_a_fault_is_answered_and_what_cannot_be_is_said() -> None:
    run = SteppedRun(ADD)
    async with held_at_first(run) as pilot:
        await pilot.press("t")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        assert "hang (a call that hangs" in words(pilot) and "slow: " not in words(pilot)
        await pilot.press("p")
        await until(pilot, lambda: bool(run.decisions))
        answer = run.decisions[0].answer
        assert answer is not None and answer.exit_code == 2 and answer.stderr.startswith(b"panic: ")
