"""A small dialog: a question, what it is about, and a few answers."""

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from app.screens.dialog import Dialog
from panels.render.page import wrap

_WIDTH = 60
"""Cells to wrap for before the dialog's own are known."""
_INDENT = 4
_SCROLLBAR = 2
"""Cells at the right that are kept for a scrollbar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One answer."""

    key: str
    """One character that chooses it at once; also what the dialog returns."""
    label: str
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Toggle:
    """Something beside the answers that can be turned on and off."""

    key: str
    """One character."""
    on: str
    off: str
    """What is said while it is off."""


class ChoiceScreen(Dialog[str | None]):
    """Asks for one of some answers; gives its key, or None if the user leaves. All texts are safe texts of ours."""

    VERTICAL_BREAKPOINTS = [(0, "-flat"), (20, "-high")]  # noqa: RUF012 - Textual declares it as an instance's
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Leave", show=False, id="choice.leave"),
        Binding("j", "move(1)", "Down", show=False, id="choice.down"),
        Binding("k", "move(-1)", "Up", show=False, id="choice.up"),
    ]

    def __init__(
        self,
        title: str,
        explanation: str,
        choices: tuple[Choice, ...],
        *,
        toggle: Toggle | None = None,
        is_on: bool = False,
    ) -> None:
        """The first choice is the one that enter takes. Whoever gives a toggle asks `is_on` how it was left."""
        super().__init__()
        self.is_on = is_on
        """Whether the toggle is on."""
        self._toggle = toggle
        self._toggled = Static("", markup=False, classes="dialog--text")
        self._heading = title
        self._explanation = explanation
        self._choices = choices
        self._list = OptionList(*(Option(_prompt(choice, _WIDTH)) for choice in choices), markup=False)
        self._list.set_class(not any(choice.description for choice in choices), "-terse")

    def compose(self) -> ComposeResult:
        """Explanation, answers, and how to leave."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = Content(self._heading)
            dialog.border_subtitle = Content("enter chooses, esc leaves")
            with VerticalScroll(classes="dialog--scroll"):
                yield Static(self._explanation, markup=False, classes="dialog--text")
            if self._toggle is not None:
                yield self._toggled
            yield self._list

    def on_mount(self) -> None:
        """Give the list the keys."""
        self._say_toggle()
        self._list.highlighted = 0
        self._list.focus()

    def on_resize(self) -> None:
        """Wrap the answers for the new width."""
        self.call_after_refresh(self._wrap)

    def _wrap(self) -> None:
        here, width = self._list.highlighted, self._list.content_region.width - _SCROLLBAR
        self._list.set_options([Option(_prompt(choice, width)) for choice in self._choices])
        self._list.highlighted = here

    def on_key(self, event: Key) -> None:
        """A choice's own key takes it; the toggle's turns that."""
        if self._toggle is not None and event.character == self._toggle.key:
            event.stop()
            self.is_on = not self.is_on
            self._say_toggle()
            return
        if any(choice.key == event.character for choice in self._choices):
            event.stop()
            self.dismiss(event.character)

    @on(OptionList.OptionSelected)
    def choose(self, message: OptionList.OptionSelected) -> None:
        """Give the answer that was chosen."""
        self.dismiss(self._choices[message.option_index].key)

    def _say_toggle(self) -> None:
        if self._toggle is not None:
            sign, words = ("[x]", self._toggle.on) if self.is_on else ("[ ]", self._toggle.off)
            self._toggled.update(f"{self._toggle.key}  {sign} {words}")

    def action_move(self, by: int) -> None:
        """Move as j and k do everywhere."""
        if by > 0:
            self._list.action_cursor_down()
        else:
            self._list.action_cursor_up()

    def action_leave(self) -> None:
        """Give no answer."""
        self.dismiss(None)


def _prompt(choice: Choice, width: int) -> Content:
    """Key and label, and the description below the label, for so many cells."""
    first, *rest = wrap(choice.label, width - _INDENT)
    prompt = Content.assemble((f" {choice.key} ", "bold $text-primary"), (f" {first}", "bold"))
    for row in rest:
        prompt = prompt.append(Content.assemble((f"\n{' ' * _INDENT}{row}", "bold")))
    for row in wrap(choice.description, width - _INDENT) if choice.description else ():
        prompt = prompt.append(Content.assemble((f"\n{' ' * _INDENT}{row}", "$text-muted")))
    return prompt
