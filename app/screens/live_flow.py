"""What one does with a call that is held: edit it, skip it, answer it, let it fail; each asks what it needs."""

from collections.abc import Callable
from dataclasses import replace

from textual.app import App

from app.live.answering import (
    ANSWERS,
    answer_of,
    answer_task,
    fault_answers,
    held_fault,
    held_fault_choices,
    held_fault_question,
)
from app.live.edit_tasks import Given, Scene
from app.live.faulting import FAULT_KEYS, fault_words
from app.live.link_edit import LinkEdit
from app.screens.choice import ChoiceScreen
from app.screens.edit import EditScreen
from app.screens.edit_flow import EditFlow
from panels.render.glyphs import Glyphs
from traces.model.answer import Answer
from traces.model.call import Call
from traces.model.events import CallStarted
from traces.model.trace import Trace
from traces.session.held import HeldCall
from traces.session.stepper import Stepper
from traces.timeline.headline import pod_name
from traces.timeline.measure import one_line


class LiveFlow:
    """Talks about held calls. An edit waits with its call until that is let go."""

    def __init__(
        self, app: App[object], stepper: Stepper, glyphs: Glyphs, regrow: Callable[[CallStarted], None]
    ) -> None:
        """`regrow` shows a call as it was edited."""
        self._app = app
        self._stepper = stepper
        self._glyphs = glyphs
        self._regrow = regrow
        self._edits: dict[tuple[str, str], tuple[Given, LinkEdit]] = {}
        """What each edited call was given, and the edit of it."""

    def edit(self, trace: Trace, held: HeldCall) -> None:
        """Ask what is to be edited, and let it wait for the plugin's start."""
        given, edit = self._edits.get((held.trace, held.call), (_given(trace, held), LinkEdit()))
        scene = Scene(
            what=_what(held),
            trace=_trace_words(trace),
            consequence=f"{one_line(held.plugin)} is given it when it is let go; V takes the edit back.",
            submit="Keep",
        )
        EditFlow(self._app, self._glyphs).ask(given, edit, scene, lambda made: self._keep(trace, held, given, made))

    def revert(self, trace: Trace, held: HeldCall) -> None:
        """Take the edit back."""
        known = self._edits.get((held.trace, held.call))
        if known is None:
            self._say(f"Nothing of what {one_line(held.plugin)} is given was edited.")
        else:
            self._keep(trace, held, known[0], LinkEdit())

    def _keep(self, trace: Trace, held: HeldCall, given: Given, edit: LinkEdit) -> None:
        if not self._waits(held):
            return
        self._stepper.edit(held.call, stdin=edit.stdin, environment=edit.environment)
        self._edits[held.trace, held.call] = (given, edit)
        if not edit.touched:
            del self._edits[held.trace, held.call]
        self._regrow(CallStarted(_as_edited(trace.call(held.call), given, edit)))

    def skip(self, held: HeldCall) -> None:
        """Let the chain go on as if the plugin were not in it."""
        self._stepper.skip(held.call)
        self._say(f"{one_line(held.plugin)} is skipped: it is not executed.")

    def answer(self, trace: Trace, held: HeldCall) -> None:
        """Ask which answer, let it be edited, and give it."""
        version = trace.network.cni_version

        def give(key: str, text: str | None) -> None:
            if text is not None:
                self._give(held, answer_of(key, text))

        def open_editor(key: str | None) -> None:
            if key is not None:
                task = answer_task(key, held, version, _trace_words(trace))
                self._app.push_screen(EditScreen(task, glyphs=self._glyphs), lambda text: give(key, text))

        title = f"Answer in the place of {one_line(held.plugin)}"
        self._app.push_screen(
            ChoiceScreen(title, "The plugin is not executed. What does its caller get?", ANSWERS), open_editor
        )

    def fault(self, trace: Trace, held: HeldCall) -> None:
        """Ask how the call is to fail, and answer it so."""
        answers = fault_answers(held, trace.network)

        def give(key: str | None) -> None:
            if key is not None and self._give(held, answers[key]):
                self._say(f"Put in: {fault_words(held_fault(held, FAULT_KEYS[key]))}")

        title, text = held_fault_question(held, answers)
        self._app.push_screen(ChoiceScreen(title, text, held_fault_choices(answers)), give)

    def _give(self, held: HeldCall, answer: Answer) -> bool:
        """Answer the call, if it still waits; whether it did."""
        if not self._waits(held):
            return False
        self._stepper.answer(held.call, answer)
        return True

    def _waits(self, held: HeldCall) -> bool:
        """Whether the call is still held; what the user was asked meanwhile may come too late."""
        waits = any(each.call == held.call and not each.is_ended for each in self._stepper.held)
        if not waits:
            self._say(f"{one_line(held.plugin)} is not held any more.")
        return waits

    def _say(self, text: str) -> None:
        self._app.notify(text, markup=False)


def _given(trace: Trace, held: HeldCall) -> Given:
    return Given(stdin=held.stdin, environment=held.environment, cni_version=trace.network.cni_version)


def _as_edited(call: Call, given: Given, edit: LinkEdit) -> Call:
    """The call as its plugin will get it."""
    return replace(
        call,
        stdin=given.stdin if edit.stdin is None else edit.stdin,
        environment=given.environment if edit.environment is None else edit.environment,
        touched=edit.touched,
        sent_stdin=None if edit.stdin is None else given.stdin,
        sent_environment=None if edit.environment is None else given.environment,
    )


def _what(held: HeldCall) -> str:
    link = f"link {held.link}, " if held.link is not None else ""
    return f"{link}{held.plugin}"


def _trace_words(trace: Trace) -> str:
    return f"{trace.verb} of {pod_name(trace.attachment)}, {trace.attachment.ifname}, network {trace.network.name}"
