"""The filter of the list on the screen."""

import threading
from dataclasses import replace
from typing import NoReturn

import pytest
from textual.pilot import Pilot

from app.backend import Backend
from panels.traces_panel import TracesPanel
from tests.support.screens import NARROW, WIDE, backend_of, debugger, screen_lines, screen_of, told, until
from tests.support.traces import failing_add, recorded
from traces.errors import StoreError
from traces.model.trace import Trace

ADD = replace(recorded(), id="the-add")
BAD = replace(failing_add(), id="the-bad", series="s2", created="2026-01-03T00:00:00Z")
DEL = replace(recorded(verb="DEL"), id="the-del", series="s3")


def panel_of(pilot: Pilot[None]) -> TracesPanel:
    return screen_of(pilot).query_one(TracesPanel)


def listed(pilot: Pilot[None]) -> set[str]:
    return {row.summary.id for row in panel_of(pilot)._rows}


async def test_a_backslash_turns_the_filter_off_and_on() -> None:
    async with debugger(ADD, BAD, DEL).run_test(size=WIDE) as pilot:
        await pilot.press("1", "slash", *"plugin=portmap exit!=0", "enter", "escape")
        await pilot.press("slash", "up", "enter")
        assert listed(pilot) == {"the-bad"}
        await pilot.press("2", "backslash")
        assert listed(pilot) == {"the-add", "the-bad", "the-del"}
        await pilot.press("backslash")
        assert listed(pilot) == {"the-bad"}


@pytest.mark.parametrize(("size", "toasts"), [(WIDE, 0), (NARROW, 1)])
async def test_a_list_on_the_screen_says_itself_that_it_is_unfiltered(size: tuple[int, int], toasts: int) -> None:
    async with debugger(ADD, BAD, DEL).run_test(size=size) as pilot:
        await pilot.press("1", "slash", *"exit!=0", "enter", "2", "backslash")
        await pilot.pause()
        assert len(told(pilot)) == toasts


async def test_a_backslash_without_a_filter_says_what_to_do() -> None:
    async with debugger(ADD).run_test(size=NARROW, notifications=True) as pilot:
        await pilot.press("backslash")
        await pilot.pause()
        assert any("No filter is typed" in line for line in screen_lines(pilot))


async def test_what_only_traces_tell_is_looked_for_in_them() -> None:
    async with debugger(ADD, BAD, DEL).run_test(size=WIDE) as pilot:
        await pilot.press("1", "slash", *"stderr~already")
        await until(pilot, lambda: listed(pilot) == {"the-bad"})
        await until(pilot, lambda: panel_of(pilot).progress == "")
        await pilot.press("escape")
        await pilot.pause()
        assert listed(pilot) == {"the-add", "the-bad", "the-del"}


async def test_a_trace_that_comes_later_is_looked_into_too() -> None:
    async with debugger(ADD, BAD).run_test(size=WIDE) as pilot:
        await pilot.press("1", "slash", *"stdin~five verb=DEL")
        await until(pilot, lambda: panel_of(pilot).progress == "" and not listed(pilot))
        screen_of(pilot).backend = backend_of((ADD, BAD, DEL))
        screen_of(pilot).list_traces()
        await until(pilot, lambda: listed(pilot) == {"the-del"})


async def test_typing_on_ends_the_search_before() -> None:
    entered, go_on = threading.Event(), threading.Event()

    def slow(trace_id: str) -> Trace:
        entered.set()
        go_on.wait(20)
        return {"the-add": ADD, "the-bad": BAD}[trace_id]

    backend: Backend = replace(backend_of((ADD, BAD)), open_trace=slow)
    async with debugger(backend=backend).run_test(size=WIDE) as pilot:
        await pilot.press("1", "slash", *"stderr~z")
        await until(pilot, entered.is_set)
        await pilot.press(*[*["backspace"] * 8], *"failed")
        await pilot.pause()
        assert listed(pilot) == {"the-bad"}
        go_on.set()
        await pilot.pause(0.1)
        assert listed(pilot) == {"the-bad"}
        assert panel_of(pilot).progress == ""


async def test_traces_that_cannot_be_read_are_counted() -> None:
    def refuse(trace_id: str) -> Trace:
        raise StoreError("no")

    backend = replace(backend_of((ADD, BAD)), open_trace=refuse)
    async with debugger(backend=backend).run_test(size=WIDE) as pilot:
        await pilot.press("1", "slash", *"stdin~x")
        await until(pilot, lambda: panel_of(pilot).progress == "searched 2 of 2, 2 could not be read")


async def test_filters_are_kept_and_recalled() -> None:
    kept: list[tuple[str, ...]] = []
    backend = replace(
        backend_of((ADD, BAD)), filters=lambda: ("failed",), keep_filters=lambda filters: kept.append(tuple(filters))
    )
    async with debugger(backend=backend).run_test(size=WIDE) as pilot:
        await pilot.press("1", "slash", "up")
        await pilot.pause()
        assert listed(pilot) == {"the-bad"}
        await pilot.press("escape", "slash", *"ok", "enter")
        assert kept[-1] == ("failed", "ok")


async def test_a_store_that_keeps_nothing_is_no_trouble() -> None:
    def refuse(*given: object) -> NoReturn:
        raise StoreError("cannot write")

    backend = replace(backend_of((ADD, BAD)), filters=refuse, keep_filters=refuse)
    async with debugger(backend=backend).run_test(size=WIDE) as pilot:
        await pilot.press("1", "slash", *"failed", "enter")
        await pilot.press("escape", "slash", "up")
        assert panel_of(pilot).filter_line.text == "failed"
