"""The sequence with the keys that step on it, and the containers that the screen is laid out with."""

from typing import ClassVar

from textual.binding import BindingType
from textual.containers import Vertical

from app.keys.bindings import bindings
from app.keys.panel_keys import CANVAS
from panels.sequence_view import SequenceView
from panels.step_list import StepList


class Canvas(SequenceView):
    """The sequence: arrows step instead of scrolling."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(CANVAS)


class SmallCanvas(StepList):
    """The same for a small terminal."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(CANVAS)


class SequencePane(Vertical):
    """The heads over the sequence."""
