"""An input line that shows whatever is pasted into it as harmless text."""

from textual.widgets import Input

from traces.timeline.printable import printable


class SafeInput(Input):
    """Keeps no control characters: the terminal would obey them where they are shown."""

    def validate_value(self, value: str) -> str:
        """The text with every such character made visible."""
        return printable(value)
