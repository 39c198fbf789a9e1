from dataclasses import replace
from typing import Any, ClassVar

import pytest
from textual import events, on
from textual.strip import Strip

from panels.render import row_list
from panels.render.page import Line
from panels.render.strips import strip_of
from panels.traces_panel import TracesPanel
from tests.support.calls import summary
from tests.support.panel_app import PanelApp, screen_lines, screen_text


class TracesApp(PanelApp):
    """Keeps what was chosen."""

    chosen: ClassVar[list[str]] = []

    @on(TracesPanel.Chosen)
    def keep(self, message: TracesPanel.Chosen) -> None:
        """Keep the id."""
        self.chosen.append(message.trace_id)


SUMMARIES = (
    summary("a", "ADD", 1),
    summary("b", "DEL", 9, error="x", failed_plugin="portmap"),
    summary("a1", "ADD", 20, branch_of="a", branch_link=2, how="materialise"),
)


def type_at_once(app: PanelApp, text: str) -> None:
    """Let keys come faster than they can be handled, as a terminal gives them."""
    names = {"/": "slash", "\r": "enter"}
    for char in text:
        app.post_message(events.Key(names.get(char, char), char))


async def test_series_is_listed_with_its_branches() -> None:
    panel = TracesPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(60, 10)) as pilot:
        panel.summaries = SUMMARIES
        await pilot.pause()
        lines = screen_lines(app)
        assert lines[0] == " TRACES 3, times in UTC"
        assert lines[1].startswith(" k8s-pod ")
        assert lines[3].startswith("   └ ✓ from link 2, materialised ok")
        assert lines[4].startswith("  ✗ DEL    failed at portmap")


async def test_enter_chooses_the_trace_under_the_cursor() -> None:
    panel = TracesPanel()
    app = TracesApp(panel)
    app.chosen.clear()
    async with app.run_test(size=(60, 10)) as pilot:
        panel.summaries = SUMMARIES
        panel.view.focus()
        await pilot.press("enter", "G", "enter", "g", "j", "enter")
        assert app.chosen == ["a", "b", "a1"]


async def test_click_chooses_a_trace_but_no_heading() -> None:
    panel = TracesPanel()
    app = TracesApp(panel)
    app.chosen.clear()
    async with app.run_test(size=(60, 10)) as pilot:
        panel.summaries = SUMMARIES
        await pilot.pause()
        await pilot.click(offset=(5, 1))
        assert app.chosen == []
        await pilot.click(offset=(5, 4))
        assert app.chosen == ["b"]


async def test_filter_narrows_while_typing_and_escape_clears_it() -> None:
    panel = TracesPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(60, 10)) as pilot:
        panel.summaries = SUMMARIES
        panel.view.focus()
        await pilot.press("slash", *"del")
        assert screen_lines(app)[0] == " TRACES 1 of 3, times in UTC"
        await pilot.press("enter")
        assert panel.view.has_focus
        assert "from link 2" not in screen_text(app)
        await pilot.press("escape")
        assert screen_lines(app)[0] == " TRACES 3, times in UTC"


async def test_keys_typed_right_behind_the_slash_are_not_lost() -> None:
    panel = TracesPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(60, 10)) as pilot:
        panel.summaries = SUMMARIES
        panel.view.focus()
        await pilot.pause()
        type_at_once(app, "/del/")
        await pilot.pause(0.1)
        assert panel.query_text == "del/"


async def test_a_filter_and_two_enters_typed_at_once_open_the_match() -> None:
    panel = TracesPanel()
    app = TracesApp(panel)
    app.chosen.clear()
    async with app.run_test(size=(60, 10)) as pilot:
        panel.summaries, panel.current = SUMMARIES, "a"
        panel.view.focus()
        await pilot.pause()
        type_at_once(app, "/del\r\r")
        await pilot.pause(0.1)
        assert app.chosen == ["b"]


async def test_enter_in_the_filter_and_enter_open_the_first_match() -> None:
    panel = TracesPanel()
    app = TracesApp(panel)
    app.chosen.clear()
    async with app.run_test(size=(60, 10)) as pilot:
        panel.summaries, panel.current = SUMMARIES, "a1"
        panel.view.focus()
        await pilot.press("slash", *"k8s", "enter")
        assert app.focused is panel.view
        await pilot.press("enter")
        assert app.chosen == ["a"]


async def test_filter_without_a_match_says_so() -> None:
    panel = TracesPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(60, 10)) as pilot:
        panel.summaries = SUMMARIES
        panel.query_text = "[/]"
        await pilot.pause()
        assert "nothing matches; esc clears the filter" in screen_text(app)


async def test_open_trace_is_marked_and_shown() -> None:
    panel = TracesPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(60, 8)) as pilot:
        panel.summaries = tuple(summary(f"t{number}", second=number) for number in range(50))
        panel.current = "t40"
        await pilot.pause()
        assert next(line for line in screen_lines(app) if line.startswith("▌")).endswith("12:00:40")


async def test_cursor_stays_on_its_trace_when_others_come() -> None:
    panel = TracesPanel()
    app = TracesApp(panel)
    app.chosen.clear()
    async with app.run_test(size=(60, 10)) as pilot:
        panel.summaries = SUMMARIES
        panel.view.focus()
        await pilot.press("G")
        panel.summaries = (*SUMMARIES, summary("new", second=50, series="s2"))
        await pilot.press("enter")
        assert app.chosen == ["b"]


async def test_ten_thousand_traces_make_only_the_rows_in_view(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Line] = []

    def counting(line: Line, *rest: Any) -> Strip:
        made.append(line)
        return strip_of(line, *rest)

    monkeypatch.setattr(row_list, "strip_of", counting)
    panel = TracesPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(60, 10)) as pilot:
        panel.summaries = tuple(summary(f"t{n}", second=n % 3000, series=f"s{n % 900}") for n in range(10_000))
        panel.view.focus()
        await pilot.press("G")
        assert screen_lines(app)[0] == " TRACES 10,000, times in UTC"
        assert 0 < len(made) < 50


ATTEMPTS = tuple(
    summary(f"t{n}", second=n, place="node", container_id=f"c{n}", series=f"s{n}", pod="web-0", error="x")
    for n in range(4)
)


async def test_attempts_unfold_and_fold_under_the_keys() -> None:
    panel = TracesPanel()
    app = TracesApp(panel)
    app.chosen.clear()
    async with app.run_test(size=(60, 10)) as pilot:
        panel.summaries = ATTEMPTS
        panel.view.focus()
        await pilot.press("enter", "right", "down", "enter")
        assert app.chosen == ["t3", "t2"]
        assert sum("└" in line for line in screen_lines(app)) == 3
        await pilot.press("h")
        assert sum("└" in line for line in screen_lines(app)) == 0
        await pilot.press("l", "left")
        assert sum("└" in line for line in screen_lines(app)) == 0


async def test_cursor_stays_on_attempts_that_go_on() -> None:
    panel = TracesPanel()
    app = TracesApp(panel)
    app.chosen.clear()
    other = summary("other", second=20, series="other")
    async with app.run_test(size=(60, 10)) as pilot:
        panel.summaries = (*ATTEMPTS, other)
        panel.view.focus()
        await pilot.press("G", "enter")
        panel.summaries = (*ATTEMPTS, other, replace(ATTEMPTS[0], id="t9", created="2025-11-29T12:00:09Z"))
        await pilot.press("enter")
        assert app.chosen == ["t3", "t9"]


async def test_rows_stay_where_they_are_seen_when_others_come_above() -> None:
    panel = TracesPanel()
    app = PanelApp(panel)
    rows = tuple(summary(f"t{n}", second=n, series=f"s{n}") for n in range(50))
    async with app.run_test(size=(60, 10)) as pilot:
        panel.summaries = rows
        panel.view.focus()
        await pilot.press("pagedown", "down")
        before = [line[:50] for line in screen_lines(app)[1:]]
        panel.summaries = (*rows, *(summary(f"u{n}", second=100 + n, series=f"u{n}") for n in range(5)))
        await pilot.pause()
        assert [line[:50] for line in screen_lines(app)[1:]] == before


async def test_advice_is_wrapped_where_there_is_no_trace() -> None:
    panel = TracesPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(30, 10)) as pilot:
        panel.advice = "nothing recorded yet: start a pod; the status says whether plugins are wrapped"
        await pilot.pause()
        text = " ".join(line.strip() for line in screen_lines(app)[1:]).strip()
        assert text == panel.advice


async def test_what_is_new_stands_in_the_title() -> None:
    panel = TracesPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(60, 10)) as pilot:
        panel.summaries, panel.news = SUMMARIES, "3 new"
        await pilot.pause()
        assert screen_lines(app)[0] == " TRACES 3, 3 new, times in UTC"


async def test_a_query_that_is_asked_for_can_be_changed() -> None:
    panel = TracesPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(60, 10)) as pilot:
        panel.summaries = SUMMARIES
        panel.ask_for("verb:del failed")
        await pilot.pause()
        assert screen_lines(app)[0] == " TRACES 1 of 3, times in UTC"
        panel.view.focus()
        await pilot.press("escape")
        assert screen_lines(app)[0] == " TRACES 3, times in UTC"


async def test_the_filter_is_taken_out_of_force_and_put_back() -> None:
    panel = TracesPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(60, 10)) as pilot:
        panel.summaries = SUMMARIES
        assert not panel.toggle_filter()
        panel.ask_for("verb:del")
        await pilot.pause()
        assert panel.toggle_filter()
        await pilot.pause()
        assert screen_lines(app)[0] == " TRACES 3, filter off, times in UTC"
        assert panel.toggle_filter()
        await pilot.pause()
        assert screen_lines(app)[0] == " TRACES 1 of 3, times in UTC"


async def test_what_only_traces_tell_is_listed_as_it_is_found() -> None:
    panel = TracesPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(60, 10)) as pilot:
        panel.summaries, panel.found = SUMMARIES, frozenset()
        panel.ask_for("stdin~x")
        panel.progress = "searched 1 of 3"
        await pilot.pause()
        assert "nothing found yet" in screen_text(app)
        assert "searched 1 of 3" in screen_text(app)
        panel.found, panel.progress = frozenset({"b"}), ""
        await pilot.pause()
        assert screen_lines(app)[0] == " TRACES 1 of 3, times in UTC"
