"""The run under way as one stands in it: at which held call, and where its breakpoints are."""

from app.screens.choice import Choice
from app.screens.watching import WatchingScreen
from traces.session.held import HeldCall
from traces.timeline.glyphs import glyphs
from traces.timeline.held import HeldMark, edited_words, held_time, held_words
from traces.timeline.measure import clip, one_line

_KEYS = "123456789abcdefghilmnoprstuvwxyz"
"""The keys of a dialog's answers; j, k and q are the dialog's own."""
_LONGEST = 32
"""Cells of a breakpoint's text in the first row."""


class HeldRun:
    """Answers where one stands; moves the cursor."""

    def __init__(self, screen: WatchingScreen) -> None:
        """It is asked of the screen whenever it matters."""
        self._screen = screen

    @property
    def stands_at_it(self) -> bool:
        """Whether the run on the stage is held, and one has not gone back to an earlier step.

        One who sees it play is taken to be where it comes to.
        """
        stage, held = self._screen.stage, self._screen.held
        if stage is None or not held:
            return False
        return stage.playback.playing or stage.playback.cursor >= self._place(held[0])

    @property
    def is_on_its_way(self) -> bool:
        """Whether the run on the stage goes on to where it is held next, and one sees it go."""
        screen = self._screen
        stage = screen.stage
        return screen.shown_run is not None and not screen.held and stage is not None and stage.playback.playing

    @property
    def call_here(self) -> HeldCall | None:
        """The held call of the step that one stands at; else the oldest, where one has not gone back."""
        stage, held = self._screen.stage, self._screen.held
        if stage is None or not held:
            return None
        at_cursor = stage.step.call if stage.step is not None else None
        here = next((mark for mark in held if mark.call is not None and mark.call == at_cursor), None)
        wanted = here or (held[0] if self.stands_at_it else None)
        if wanted is None:
            return None
        return next((each for each in self._screen.backend.stepper.held if each.call == wanted.call), None)

    @property
    def words_here(self) -> str:
        """What the panels of a call say of the cursor's, where it is held: «held, stdin edited»."""
        stage = self._screen.stage
        at_cursor = stage.step.call if stage is not None and stage.step is not None else None
        here = (mark for mark in self._screen.held if mark.call is not None and mark.call == at_cursor)
        return next((", ".join(filter(None, ("held", edited_words(mark)))) for mark in here), "")

    def go_to(self, mark: HeldMark) -> None:
        """Stand at a held call."""
        self._screen.player.move(self._place(mark))
        self._screen.show()

    def go_to_call(self, call: str) -> None:
        """Stand at the held call of that id, if it is held."""
        mark = next((mark for mark in self._screen.held if mark.call == call), None)
        if mark is not None:
            self.go_to(mark)

    def to_next_stop(self) -> None:
        """Move to the next step at which a breakpoint holds; say so where there is none."""
        screen, stage = self._screen, self._screen.stage
        if stage is None:
            return
        goal = min((step for step in screen.stops if step > stage.playback.cursor), default=None)
        if goal is not None:
            screen.player.move(goal)
            screen.show()
        elif any(each.is_on for each in screen.backend.stepper.breakpoints.all):
            screen.notify("No later step of this trace fits a breakpoint.", markup=False)
        else:
            screen.notify("No breakpoint is set: b sets one here, B lists them.", markup=False)

    def _place(self, mark: HeldMark) -> int:
        """The step of a held call, or the last one."""
        stage = self._screen.stage
        found = stage.steps if stage is not None else ()
        here = (step.index for step in found if mark.call and step.call == mark.call and step.is_reply == mark.is_ended)
        return next(here, len(found) - 1)


def run_facts(screen: WatchingScreen) -> tuple[str, tuple[str, ...]]:
    """What the first row says: where the run on the stage is held, and what else there is to its stepping.

    The most important fact comes first.
    """
    stepper, held = screen.backend.stepper, screen.held
    facts = [f"held calls: {len(held)} (H)"] if len(held) > 1 else []
    on = [each for each in stepper.breakpoints.all if each.is_on]
    facts += [f"break: {clip(one_line(on[0].text), _LONGEST) if len(on) == 1 else f'{len(on)} on'}"] if on else []
    facts += ["intercept on"] if stepper.intercept.is_on else []
    if not held:
        return "", tuple(facts)
    # The row need not be drawn twenty times a second: it counts what the panels count.
    time = held_time(held[0], screen.now, glyphs(screen.glyphs.ascii_only))
    facts += ["the deadline stands still"] if screen.has_deadline else []
    words = ", ".join(filter(None, (held_words(held[0]), edited_words(held[0]))))
    return " ".join(filter(None, (words[:1].upper() + words[1:], time))), tuple(facts)


def held_choices(screen: WatchingScreen) -> dict[str, tuple[HeldMark, Choice]]:
    """The held calls by the keys of a dialog."""
    marks, run = glyphs(screen.glyphs.ascii_only), screen.shown_run
    calls = {call.id: call for call in run.calls} if run is not None else {}
    choices: dict[str, tuple[HeldMark, Choice]] = {}
    for key, mark in zip(_KEYS, (mark for mark in screen.held if mark.call is not None), strict=False):
        call = calls[mark.call or ""]
        caller = one_line(calls[call.parent].plugin) if call.parent in calls else "the runtime"
        where = "after its answer" if mark.is_ended else "before its start"
        time = held_time(mark, screen.now, marks)
        label = f"{one_line(call.plugin)} {one_line(call.verb)}, called by {caller}"
        said = (where, f"for {time}" if time else "", edited_words(mark), one_line(mark.why))
        choices[key] = (mark, Choice(key=key, label=label, description=", ".join(filter(None, said))))
    return choices
