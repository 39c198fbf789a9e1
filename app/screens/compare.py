"""Two traces side by side: which call is which, the first cause, and the payloads of a pair as a structural diff."""

import os
from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.binding import BindingType
from textual.message import Message

from app.comparing.comparison import Place, difference_text, next_stop, place_at
from app.keys.bindings import bindings
from app.keys.compare_keys import COMPARE_KEYS, COMPARING
from app.keys.key import Section
from app.outside.cleaning import secrets_words
from app.outside.clipboard import fits, most_of
from app.screens.beside import BesideScreen, Goal
from app.screens.error import ErrorScreen
from app.screens.help import HelpScreen
from panels.hint_bar import HintBar
from panels.pair_panel import PairPanel
from panels.pairs_panel import PairsPanel
from traces.errors import TraceError
from traces.export.pieces import pasteable
from traces.redaction.redactor import Redactor
from traces.redaction.secrets import replaced
from traces.session.loose_files import keep_file
from traces.timeline.compare_text import comparison_text

_COPIED_WIDTH = 120
_LATER = frozenset({"stdout", "stderr", "exit", "kernel", "result", "error"})
"""The sides that came with an answer."""


class CompareScreen(BesideScreen):
    """Compares A and B by keys, and gives where to go in one of them."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(COMPARE_KEYS)
    SECTIONS: ClassVar[tuple[Section, ...]] = (COMPARING,)

    @dataclass
    class TextReady(Message):
        """What is to be copied, without its secrets."""

        text: str
        said: str
        secrets: str
        """How many were replaced; empty for none."""

    @on(PairsPanel.Moved)
    def move(self, message: PairsPanel.Moved) -> None:
        """Show the pair under the cursor."""
        self.go_to_pair(message.pair)

    @on(PairsPanel.Picked)
    def pick(self, message: PairsPanel.Picked) -> None:
        """Go there."""
        self.go_to_pair(message.pair)
        self.action_open()

    @on(PairPanel.SideChosen)
    def choose_side(self, message: PairPanel.SideChosen) -> None:
        """Show the side whose tab was chosen."""
        if self.beside is not None:
            self.go(Place.of_side(self.beside, self.place.pair, message.side))

    @on(HintBar.Pressed)
    async def press_hint(self, message: HintBar.Pressed) -> None:
        """Do what the hint says."""
        await self.run_action(message.action)

    def action_difference(self, by: int) -> None:
        """To the next difference, or the one before, over all calls."""
        if self.beside is None:
            return
        number = next_stop(self.beside, self.place, by)
        if number is not None:
            self.go(place_at(self.beside, number))
        elif not self.beside.stops:
            self.notify("There is no difference.", markup=False)
        else:
            self.notify(f"There is no {'further difference' if by > 0 else 'difference before this'}.", markup=False)

    def action_link(self, by: int) -> None:
        """To another call, or to what they were given, or what came of it."""
        count = len(self.beside.pairs) if self.beside else 0
        if 0 <= self.place.pair + by < count:
            self.go_to_pair(self.place.pair + by)

    def action_turn(self, by: int) -> None:
        """To another side of the pair."""
        if self.beside is not None:
            sides = self.beside.pairs[self.place.pair].sides
            side = sides[(sides.index(self.place.side) + by) % len(sides)]
            self.go(Place.of_side(self.beside, self.place.pair, side))

    def action_unmask(self) -> None:
        """Show the values that stand for each other, or placeholders for them."""
        self._unmasked = not self._unmasked
        self.show_hints()
        self.go(self.place)

    def action_unfold(self) -> None:
        """Show all that is the same, or fold it away."""
        self._fold = not self._fold
        self.go(self.place)

    def action_swap(self) -> None:
        """What was A is B."""
        self._traces = self._traces[::-1]
        self.compare_anew()

    def action_open(self) -> None:
        """Leave for that call."""
        if self.beside is None:
            return
        left, right = self.beside.pairs[self.place.pair].calls
        is_right = right is not None or left is None
        call = right if is_right else left
        trace = self.beside.right if is_right else self.beside.left
        is_reply = self.place.side in _LATER
        self.dismiss(Goal(trace=trace, call=call.id if call else None, is_reply=is_reply))

    def action_copy(self) -> None:
        """Copy what the side shows."""
        if self.beside is not None:
            text = difference_text(self.beside, self.place, self._pair.shown.rows, unmasked=self._unmasked)
            self._redact(text, "The difference is copied")

    def action_copy_all(self) -> None:
        """Copy the comparison as text."""
        if self.beside is not None:
            text = comparison_text(*self._traces, self.beside.comparison, width=_COPIED_WIDTH)
            self._redact(text, "The comparison is copied")

    @work(thread=True, exclusive=True, group="copy", exit_on_error=False)
    def _redact(self, text: str, said: str) -> None:
        clean = Redactor(self._traces).text(text)
        self.post_message(self.TextReady(pasteable(clean), said, secrets_words(replaced(text, clean))))

    @on(TextReady)
    def copy_text(self, message: TextReady) -> None:
        """To the clipboard, or, where it is too long for that, to a file; and say so."""
        said = f"{message.said}{f', {message.secrets}' if message.secrets else ''}"
        if fits(message.text, most_of(os.environ)):
            self.app.copy_to_clipboard(message.text)
            self.notify(f"{said}.", markup=False)
            return
        try:
            path = keep_file("copied", ".txt", message.text.encode())
        except TraceError as error:
            self.app.push_screen(ErrorScreen("It is too long for the clipboard, and cannot be written", str(error)))
        else:
            self.notify(f"{said}: too long for the clipboard, it is in {path}", timeout=15, markup=False)

    def action_pairs(self) -> None:
        """To the calls."""
        self.remove_class("-max-pair")
        self._pairs.view.focus()

    def action_payload(self) -> None:
        """To the payloads."""
        self.remove_class("-max-pairs")
        self._pair.view.focus()

    def action_maximise(self) -> None:
        """Give the part with the focus the whole screen, or take it back."""
        name = "-max-pair" if self._pair.has_focus_within else "-max-pairs"
        was = self.has_class(name)
        self.remove_class("-max-pair", "-max-pairs")
        self.set_class(not was, name)

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(HelpScreen(self.SECTIONS))

    def action_leave(self) -> None:
        """Back; first to all parts, where one has the screen."""
        if self.has_class("-max-pair") or self.has_class("-max-pairs"):
            self.remove_class("-max-pair", "-max-pairs")
        else:
            self.dismiss(None)
