"""The kernel's answer to a result: each of its claims, and whether it is so at this moment."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from app.screens.dialog import Dialog
from panels.render.glyphs import UNICODE, Glyphs
from panels.render.kernel_text import claims_page
from panels.render.page_view import PageView
from traces.kernel.claim import ClaimRow
from traces.model.trace import Trace
from traces.timeline.headline import pod_name
from traces.timeline.kernel_steps import disputed
from traces.timeline.measure import count_text, one_line


class ClaimsScreen(Dialog[None]):
    """Shows rows, those first that do not agree."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "leave", "Leave", show=False, id="claims.leave"),
    ]

    def __init__(self, trace: Trace, rows: Sequence[ClaimRow], *, glyphs: Glyphs = UNICODE) -> None:
        """The rows of the trace's result."""
        super().__init__()
        self.set_class(glyphs.ascii_only, "-ascii")
        self._glyphs = glyphs
        self._trace = trace
        self._rows = rows
        self._view = PageView(glyphs=glyphs)

    def compose(self) -> ComposeResult:
        """The rows, and how to leave."""
        wrong = len(disputed(self._rows))
        verdict = f"{count_text(wrong, 'claim', 'claims')} not so" if wrong else "all that is known is so"
        title = f"{one_line(self._trace.verb)} for {pod_name(self._trace.attachment)}, asked now: {verdict}"
        with Vertical(classes="dialog -wide -error" if wrong else "dialog -wide") as dialog:
            dialog.border_title = Content(self._glyphs.fit(title))
            dialog.border_subtitle = Content("esc leaves")
            yield self._view

    def on_mount(self) -> None:
        """Show the rows."""
        self._view.show(lambda width: claims_page(self._rows, width, self._glyphs), "claims")
        self._view.focus()

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(None)
