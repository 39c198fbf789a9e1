"""A tiny App to mount one panel of the sequence in, with the real looks."""

from typing import ClassVar

from panels import STYLESHEET
from tests.support.panel_app import PanelApp


class SequenceApp(PanelApp):
    """Shows the panels it is given."""

    CSS_PATH: ClassVar = [STYLESHEET, STYLESHEET.with_name("sequence.tcss")]  # type: ignore[assignment]
