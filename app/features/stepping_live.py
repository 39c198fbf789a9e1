"""Stepping a run while it happens: what is held goes on by the keys that step a recording, or by their own."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from app.features.feature import Feature
from app.keys.key import Key
from app.keys.step_keys import LIVE
from app.live.held_run import HeldRun, held_choices, run_facts
from traces.errors import InputError
from traces.model.trace import Trace
from traces.session.held import HeldCall
from traces.timeline.held import HeldMark, held_words
from traces.timeline.measure import count_text
from traces.timeline.playback import Motion

if TYPE_CHECKING:
    from app.screens.live_flow import LiveFlow

_STEPS = ("over", "into", "out", "next")


class LiveStepping(Feature):
    """Lets held calls go, one way or another."""

    NAME: ClassVar[str] = "live"
    TITLE: ClassVar[str] = "A run that is held"
    KEYS: ClassVar[tuple[Key, ...]] = LIVE

    def mounted(self) -> None:
        """The screen stands."""
        screen = self.screen
        self._stepper = screen.backend.stepper
        self._run = HeldRun(screen)
        self._told: tuple[HeldMark, ...] = ()

    @cached_property
    def _flow(self) -> "LiveFlow":
        """What asks for edits and answers: loaded when a run is held."""
        from app.screens.live_flow import LiveFlow

        return LiveFlow(self.screen.app, self._stepper, self.screen.glyphs, self.screen.regrow)

    def shown(self) -> None:
        """Say where the run stands; call the user who looks elsewhere."""
        screen = self.screen
        screen.held_words, screen.run_facts = run_facts(screen)
        screen.call_held = self._run.words_here
        marks = screen.marks
        if marks != self._told:
            new = [
                mark for mark in marks if (mark.call, mark.is_ended) not in {(m.call, m.is_ended) for m in self._told}
            ]
            self._told = marks
            self._call_the_user(new)

    def takes(self, action: str) -> bool:
        """Step the run instead of the recording, where one stands at what is held; hold it, and edit it."""
        if action == "play":
            return self._hold_or_run()
        if action in _STEPS:
            return self._step(action)
        acts: dict[str, Callable[[Trace, HeldCall], None]] = {
            "edit": self._flow.edit,
            "fault": self._flow.fault,
            "revert": self._flow.revert,
        }
        run, held = self.screen.shown_run, self._run.call_here
        if action not in acts or run is None or held is None or held.is_ended:
            return False
        self._run.go_to_call(held.call)
        acts[action](run, held)
        return True

    def go_on(self) -> None:
        """Run on to the next breakpoint; in a recording, move there."""
        if self.screen.shown_run is not None:
            self._let_go(self._stepper.go_on)
        else:
            self._run.to_next_stop()

    def release(self) -> None:
        """Let the call go that one stands at."""
        held = self._here()
        if held is not None:
            self._let_go(lambda: self._stepper.release(held.call))

    def release_all(self) -> None:
        """Let all held calls go."""
        calls = [held.call for held in self._stepper.held]
        if not calls and not self._stepper.is_between_verbs:
            self._say("Nothing is held.")
            return

        def release() -> None:
            for call in calls:
                self._stepper.release(call)
            if not calls:
                self._stepper.over()

        self._let_go(release)

    def choose(self) -> None:
        """Ask which of the held calls to go to."""
        choices = held_choices(self.screen)
        if not choices:
            self._say("Nothing is held.")
            return

        def go(key: str | None) -> None:
            if key is not None:
                self._run.go_to(choices[key][0])

        title = f"Held: {count_text(len(choices), 'call', 'calls')}"
        text = "Choose where to go: a, e, S and M are about the call that one stands at."
        from app.screens.choice import ChoiceScreen

        self.screen.app.push_screen(ChoiceScreen(title, text, tuple(choice for _, choice in choices.values())), go)

    def skip(self) -> None:
        """Let the chain go on as if the plugin were not in it."""
        held = self._unstarted("skipped")
        if held is not None:
            self._let_go(lambda: self._flow.skip(held))

    def answer(self) -> None:
        """Answer in the plugin's place."""
        run, held = self.screen.shown_run, self._unstarted("answered")
        if run is not None and held is not None:
            self._flow.answer(run, held)

    def _here(self) -> HeldCall | None:
        """The held call that one stands at; None, and a word to the user, where there is none."""
        held = self._run.call_here
        if held is None:
            marks = self.screen.held
            where = f"{held_words(marks[0])}: {_way(marks[0])}." if marks else "Nothing is held here."
            self._say(where[:1].upper() + where[1:])
        return held

    def _unstarted(self, what: str) -> HeldCall | None:
        held = self._here()
        if held is not None and held.is_ended:
            self._say(f"It has answered already: it can't be {what} any more.")
            return None
        return held

    def _step(self, action: str) -> bool:
        """Step the run; a key that comes before it stands again, while one sees it go, is dropped."""
        acts = {
            "over": self._stepper.over,
            "into": self._stepper.into,
            "out": self._stepper.out,
            "next": self._stepper.into,
        }
        if self._run.stands_at_it:
            self._let_go(acts[action])
            return True
        return self._run.is_on_its_way and self._stepper.is_stepping

    def _hold_or_run(self) -> bool:
        """Hold the run on the stage at its next link, or let it run on; whether there is one."""
        if self.screen.shown_run is None:
            return False
        if self.screen.held or self._stepper.is_stepping:
            self._let_go(self._stepper.go_on)
        else:
            self._stepper.pause()
            self._say("It is held at the next link.")
        self.screen.show_hints()
        return True

    def _let_go(self, act: Callable[[], None]) -> None:
        """Do it, and follow what comes of it; what was said of where the run stood is over."""
        self.screen.app.clear_notifications()
        try:
            act()
        except InputError as error:
            self._say(str(error))
        screen = self.screen
        if screen.shown_run is not None:
            screen.player.last()
        screen.look_at_holds()

    def _call_the_user(self, new: list[HeldMark]) -> None:
        """Say what came to be held where the user does not see it come."""
        stage, screen = self.screen.stage, self.screen
        if not new:
            return
        if screen.held and stage is not None and stage.playback.playing and screen.player.motion is Motion.NONE:
            self._run.go_to(new[0])
        words = held_words(new[0])
        if new[0].call is None and screen.held and stage is not None:
            self._say(f"{stage.trace.verb} is over: n begins the next verb, space runs on.")
        elif not screen.held:
            self._say(f"A run is {words}: F goes there.")
        elif new[0].why not in ("", "step"):
            self._say(f"{words[:1].upper()}{words[1:]}: {new[0].why}")

    def _say(self, text: str) -> None:
        self.screen.notify(self.screen.glyphs.fit(text), markup=False)


def _way(mark: HeldMark) -> str:
    return "no call is held, n begins the next verb" if mark.call is None else "G, or H, goes there"
