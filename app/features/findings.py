"""Findings: one is opened from the list of what stands out, and from it the bytes that it quotes."""

from dataclasses import replace
from functools import partial
from typing import ClassVar

from app.diagnosis.finding_marks import step_of_evidence
from app.features.feature import Feature
from app.keys.feature_keys import FINDINGS
from app.keys.key import Key
from app.screens.side import SidePane
from app.screens.watching import WatchingScreen
from panels.render.call_panel import CallPanel
from panels.render.ink import Sought
from panels.status_line import StatusLine
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace
from traces.timeline.measure import count_text
from traces.timeline.search import Hit, Searchable, wanted

_LONGEST_SOUGHT = 60
"""Characters of a quote that are looked for in what is shown."""


class Findings(Feature):
    """Shows a finding, and goes to what it quotes."""

    NAME: ClassVar[str] = "findings"
    TITLE: ClassVar[str] = "What is wrong"
    KEYS: ClassVar[tuple[Key, ...]] = FINDINGS

    def __init__(self, screen: WatchingScreen) -> None:
        """Nothing is lit."""
        super().__init__(screen)
        self._sought: Sought | None = None
        self._lit_at: tuple[str, int] | None = None
        """The trace and the step at which something is lit."""

    def mounted(self) -> None:
        """Say how many there are as soon as they are known."""
        self._panel = self.screen.query_one(SidePane).stands_out
        self.screen.watch(self._panel, "marks", self._say)

    def shown(self) -> None:
        """What was lit goes out when one goes on."""
        trace = self.screen.trace
        here = (trace.id, self.screen.cursor) if trace is not None else None
        if self._sought is not None and here != self._lit_at:
            self._light(None)

    def open(self) -> None:
        """Open the finding that was picked, or the first of the trace."""
        finding = self._panel.picked or next(iter(self._panel.findings), None)
        self._panel.picked = None
        trace = self.screen.trace
        if finding is None or trace is None:
            self.screen.notify("Nothing is found wrong in this trace.", markup=False)
            return
        self.screen.stand_still()
        from app.learning.pointing import title_about
        from app.screens.finding import FindingScreen, Lesson

        lesson = Lesson(title_about(finding), self._learn)
        self.screen.app.push_screen(FindingScreen(finding, lesson, glyphs=self.screen.glyphs), partial(self._go, trace))

    def _learn(self) -> None:
        """To the lessons."""
        self.screen.call_later(self.screen.run_action, "do('lessons.choose')")

    def _say(self) -> None:
        """Say in the head how much is wrong; what is only worth a note stands in the list."""
        findings: tuple[Finding, ...] = self._panel.findings
        wrong = sum(finding.severity is not Severity.NOTE for finding in findings)
        self.screen.query_one(StatusLine).findings = count_text(wrong, "finding", "findings") if wrong else ""

    def _go(self, trace: Trace, evidence: Evidence | None) -> None:
        """Move to the step, turn the payload to the side, and light what is quoted."""
        step = step_of_evidence(trace, evidence) if evidence is not None else None
        if evidence is None or step is None or self.screen.trace is None or self.screen.trace.id != trace.id:
            return
        self.screen.look_here()
        self.screen.remove_class("-stands-out")
        self.screen.player.move(step)
        self.screen.show()
        self.screen.set_class(self.screen.has_class("-tiny"), "-payload")
        for panel in self.screen.query(CallPanel):
            if evidence.side in [each.name for each in panel.SIDES]:
                panel.tab = evidence.side
                panel.hex = False
        self._light(_sought(trace, evidence, step))
        self._lit_at = (trace.id, step)

    def _light(self, sought: Sought | None) -> None:
        for panel in self.screen.query(CallPanel):
            if sought is not None or panel.sought is self._sought:
                panel.sought = sought
        self._sought = sought


def _sought(trace: Trace, evidence: Evidence, step: int) -> Sought | None:
    """The beginning of the quote, as a search would find it in that call."""
    pattern = wanted(evidence.quote[:_LONGEST_SOUGHT])
    if pattern is None or evidence.call is None:
        return None
    alone = replace(trace, calls=(trace.call(evidence.call),), failure=None)
    hits = Searchable(trace=alone).hits(pattern, lambda: False)
    hit: Hit | None = next((each for each in hits if each.side == evidence.side), None)
    return Sought(pattern=pattern, hit=replace(hit, step=step) if hit else None)
