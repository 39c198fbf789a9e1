"""What is said when a link's stdin was edited outside of the screen."""

from dataclasses import dataclass

from textual.message import Message

from traces.model.trace import Trace


@dataclass
class StdinEdited(Message):
    """The user edited what a link was given, in an editor of their own."""

    trace: Trace
    link: int
    stdin: bytes
