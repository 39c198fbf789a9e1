"""Edit and rerun, as a conversation: the editor, the question how to run, and then the run itself."""

import os
from collections.abc import Callable, Iterator

from textual.app import App

from app.backend import Backend
from app.faulting import chosen_fault, fault_choices, fault_question, fault_words
from app.rerunning import HOW, edit_task, prev_result_of, rerun_choices, rerun_question, why_not_editable
from app.screens.choice import ChoiceScreen
from app.screens.confirm import ConfirmScreen
from app.screens.edit import EditScreen
from app.stage import Stage
from app.where import in_place_facts
from panels.render.edit_text import editable
from panels.render.glyphs import Glyphs
from traces.model.events import Event
from traces.model.fault import Fault
from traces.model.trace import Trace
from traces.timeline.steps import StepKind


class RerunFlow:
    """Asks what is needed, and starts the rerun. An edit waits for its rerun until the program ends."""

    def __init__(
        self, app: App[object], backend: Backend, glyphs: Glyphs, start: Callable[[Iterator[Event]], None]
    ) -> None:
        """`start` takes the rerun's events."""
        self._app = app
        self._backend = backend
        self._glyphs = glyphs
        self._start = start
        self._edits: dict[tuple[str, int], str] = {}

    def edit(self, stage: Stage) -> None:
        """Open the editor on the prevResult of the cursor's link."""
        call = stage.link_call
        prev_result = prev_result_of(call) if call is not None else None
        if call is None or call.link is None or prev_result is None:
            self._say(why_not_editable(stage))
            return
        key = (stage.trace.id, call.link)
        task = edit_task(stage.trace, call, prev_result, self._edits.get(key))

        def keep(text: str | None) -> None:
            if text is None:
                return
            self._edits[key] = text
            if text == editable(prev_result):
                del self._edits[key]
            self.ask(stage.trace, key[1])

        self._app.push_screen(EditScreen(task, glyphs=self._glyphs), keep)

    def rerun(self, stage: Stage) -> None:
        """Ask how to rerun from the cursor's link."""
        link = self._link_of(stage)
        if link is not None:
            self.ask(stage.trace, link)

    def try_fault(self, stage: Stage) -> None:
        """Ask how the cursor's link is to fail, and then how to rerun from it."""
        trace, link = stage.trace, self._link_of(stage)
        if link is None:
            return

        def ask(key: str | None) -> None:
            if key is not None:
                self.ask(trace, link, chosen_fault(trace, link, key))

        title, text = fault_question(trace, link, live=False)
        self._app.push_screen(ChoiceScreen(title, text, fault_choices()), ask)

    def _link_of(self, stage: Stage) -> int | None:
        """The cursor's link; None, and a word to the user, where it can't be rerun from."""
        if stage.step is None or stage.step.link is None:
            self._say("This step belongs to no link that could be rerun.")
            return None
        if stage.step.kind is StepKind.NOT_REACHED:
            self._say(why_not_editable(stage))
            return None
        return stage.step.link

    def ask(self, trace: Trace, link: int, fault: Fault | None = None) -> None:
        """Ask how to run, and run: with a fault, if one is given."""
        edit = self._edits.get((trace.id, link))
        title, text = rerun_question(trace, link, edited=edit is not None)
        if fault is not None:
            text = f"Put in: {fault_words(fault)}. {text}"

        def run(answer: str | None) -> None:
            if answer is not None and fault is not None:
                self._start(self._backend.try_fault(trace, fault, edit, HOW[answer]))
            elif answer is not None and HOW[answer] == "in-place":
                self._confirm(trace, link, edit)
            elif answer is not None:
                self._start(self._backend.rerun(trace, link, edit, HOW[answer]))

        choices = rerun_choices(trace, link, edit is not None, missing_before(trace, link))
        if fault is not None:
            choices = tuple(choice for choice in choices if HOW[choice.key] != "in-place")
        self._app.push_screen(ChoiceScreen(title, text, choices), run)

    def _confirm(self, trace: Trace, link: int, edit: str | None) -> None:
        """Name what will run on the host, and run it after a yes."""

        def run(yes: bool | None) -> None:
            if yes:
                self._start(self._backend.rerun(trace, link, edit, "in-place"))

        facts = (f"{name}: {text}" for name, text in in_place_facts(trace, link, edit is not None))
        title = "Run it on this host, in the pod itself?"
        self._app.push_screen(ConfirmScreen(title, "\n".join(facts), yes="Run it", no="Leave it"), run)

    def _say(self, text: str) -> None:
        self._app.notify(text, markup=False)


def missing_before(trace: Trace, link: int) -> tuple[str, ...]:
    """The plugins that the links before this one need and that are not where they were recorded."""
    earlier = [call for call in trace.calls if call.link is None or call.link < link]
    return tuple(call.plugin for call in earlier if not os.path.exists(call.path))
