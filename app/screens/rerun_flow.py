"""Edit and rerun, as a conversation: the editor, the question how to run, and then the run itself."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace

from textual.app import App

from app.backend import Backend
from app.live.edit_tasks import Part
from app.live.faulting import chosen_fault, fault_choices, fault_question, fault_words
from app.live.link_edit import LinkEdit
from app.live.rerunning import HOW, STEPPED, edit_scene, given_of, rerun_choices, rerun_question, why_not_editable
from app.screens.choice import ChoiceScreen
from app.screens.confirm import ConfirmScreen
from app.screens.edit_flow import EditFlow
from app.stage import Stage
from app.where import in_place_facts
from panels.render.glyphs import Glyphs
from traces.errors import InputError
from traces.model.events import Event
from traces.model.fault import Fault
from traces.model.trace import Trace
from traces.session.goals import Mode
from traces.timeline.printable import printable
from traces.timeline.steps import StepKind, links_in_order


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
        self._edits: dict[tuple[str, int], LinkEdit] = {}
        self._stepped = False
        """Whether the user wants to step what is rerun: asked each time, kept from one to the next."""

    def edit(self, stage: Stage) -> None:
        """Edit what the cursor's link was given."""
        call, trace = stage.link_call, stage.trace
        if call is None or call.link is None:
            self._say(why_not_editable(stage))
        else:
            self._edit(trace, call.link)

    def take_stdin(self, trace: Trace, link: int, stdin: bytes) -> None:
        """Go on with a stdin that was edited elsewhere: in the editor, which says what is wrong with it."""
        self._edit(trace, link, stdin)

    def _edit(self, trace: Trace, link: int, stdin: bytes | None = None) -> None:
        try:
            given = given_of(trace, link)
        except InputError as error:
            self._say(printable(str(error)))
            return

        def keep(edit: LinkEdit) -> None:
            self._edits[trace.id, link] = edit
            self.ask(trace, link)

        flow, scene = EditFlow(self._app, self._glyphs), edit_scene(trace, link)
        before = self._edits.get((trace.id, link), LinkEdit())
        if stdin is None:
            flow.ask(given, before, scene, keep)
        else:
            flow.open(Part.STDIN, given, replace(before, stdin=stdin), scene, keep)

    def revert(self, stage: Stage) -> bool:
        """Take the edit of the cursor's link back; whether there was one."""
        link = stage.step.link if stage.step is not None else None
        edit = self._edits.pop((stage.trace.id, -1 if link is None else link), LinkEdit())
        return bool(edit.touched)

    def rerun(self, stage: Stage) -> None:
        """Ask how to rerun from the cursor's link."""
        link = self._link_of(stage)
        if link is not None:
            self.ask(stage.trace, link)

    def rerun_chain(self, stage: Stage) -> None:
        """Ask how to rerun the whole verb."""
        order = links_in_order(stage.trace)
        if order:
            self.ask(stage.trace, order[0])

    def try_fault(self, stage: Stage) -> None:
        """Ask how the cursor's link is to fail, and then how to rerun from it."""
        trace, link = stage.trace, self._link_of(stage)
        if link is None:
            return

        def ask(key: str | None) -> None:
            if key is not None:
                self.ask(trace, link, chosen_fault(trace, link, key))

        title, text = fault_question(trace, link)
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
        edit = self._edits.get((trace.id, link), LinkEdit())
        title, text = rerun_question(trace, link, edit)
        if fault is not None:
            text = f"Put in: {fault_words(fault)}. {text}"
        choices = rerun_choices(trace, link, bool(edit.touched), missing_before(trace, link))
        if fault is not None:
            choices = tuple(choice for choice in choices if HOW[choice.key] != "in-place")
        dialog = ChoiceScreen(title, text, choices, toggle=STEPPED, is_on=self._stepped)

        def run(answer: str | None) -> None:
            self._stepped = dialog.is_on
            if answer is not None and fault is not None:
                self._begin(self._backend.try_fault(trace, fault, edit, HOW[answer]))
            elif answer is not None and HOW[answer] == "in-place":
                self._confirm(trace, link, edit)
            elif answer is not None:
                self._begin(self._backend.rerun(trace, link, edit, HOW[answer]))

        self._app.push_screen(dialog, run)

    def _confirm(self, trace: Trace, link: int, edit: LinkEdit) -> None:
        """Name what will run on the host, and run it after a yes."""

        def run(yes: bool | None) -> None:
            if yes:
                self._begin(self._backend.rerun(trace, link, edit, "in-place"))

        facts = (f"{name}: {text}" for name, text in in_place_facts(trace, link, bool(edit.touched)))
        title = "Run it on this host, in the pod itself?"
        self._app.push_screen(ConfirmScreen(title, "\n".join(facts), yes="Run it", no="Leave it"), run)

    def _begin(self, events: Iterator[Event]) -> None:
        """Let it run, or step from its first call on."""
        self._backend.stepper.mode = Mode.LINKS if self._stepped else Mode.RUN
        self._start(events)

    def _say(self, text: str) -> None:
        self._app.notify(text, markup=False)


def missing_before(trace: Trace, link: int) -> tuple[str, ...]:
    """The plugins that the links before this one need and that are not where they were recorded."""
    earlier = [call for call in trace.calls if call.link is None or call.link < link]
    return tuple(call.plugin for call in earlier if not os.path.exists(call.path))
