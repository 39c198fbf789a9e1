"""The first row: what one is looking at, where it runs, and how it ended."""

from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from traces.model.trace import Trace
from traces.timeline.glyphs import glyphs
from traces.timeline.headline import failing_plugin, failure_words, network_name, place_words, pod_name
from traces.timeline.measure import cells, clip, one_line

NAME = "cnistep"
REPLAY = "REPLAY"
RAN = "RAN"
WATCHING = "LIVE node"
_LONGEST_HELD = 64
"""Cells of where a run is held."""
_LIVE_WORDS = {"sandbox": "SANDBOX", "netns": "NETNS", "node": "LIVE"}
_LIVE_LONG = {
    "sandbox": "nothing of this host is touched",
    "netns": "on this host",
    "node": "run by this node's runtime",
}


@dataclass(frozen=True, slots=True)
class _Fact:
    """A piece of the row; of pieces that do not fit, the least important is left out first."""

    text: str
    part: str
    importance: int


class StatusLine(Widget):
    """Names the trace and says in a word where it runs."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "status--name",
        "status--replay",
        "status--live",
        "status--verb",
        "status--fact",
        "status--failed",
        "status--how",
        "status--ok",
    }

    trace: reactive[Trace | None] = reactive(None)
    place_in_list: reactive[str] = reactive("")
    """Which trace of how many: «2/7»."""

    held_words: reactive[str] = reactive("")
    """Where the run under way is held, in words; empty where it is not: safe text."""

    run_facts: reactive[tuple[str, ...]] = reactive(())
    """What else there is to say of stepping, the most important first: safe texts."""

    made_here: reactive[bool] = reactive(False)
    """Whether the trace was run from this screen, not opened as a recording."""

    watching: reactive[str | None] = reactive(None)
    """What there is to say of the node that is watched; None where none is."""

    chains_changed: reactive[int] = reactive(0)
    """How often a chain was seen to change under running pods."""

    findings: reactive[str] = reactive("")
    """How much was found in the trace: «1 finding»; empty where nothing was."""

    def __init__(self, *, ascii_only: bool = False, id: str | None = None, classes: str | None = None) -> None:
        """Show no trace yet."""
        super().__init__(id=id, classes=classes)
        self._glyphs = glyphs(ascii_only)

    def render_line(self, y: int) -> Strip:
        """The row."""
        width = self.size.width
        if y:
            return Strip.blank(width, self.rich_style)
        facts = fit_facts(self._facts(), width)
        segments = [Segment(f" {fact.text} ", self._style(fact.part)) for fact in facts]
        row = Strip(segments)
        return row.crop(0, width).adjust_cell_length(width, self.rich_style)

    def _facts(self) -> list[_Fact]:
        name = _Fact(NAME, "name", 8)
        trace = self.trace
        if trace is None:
            return [name] if self.watching is None else [name, _Fact(WATCHING, "live", 8), *self._news()]
        facts = [
            name,
            self._mode(trace),
            *self._news(),
            _Fact(f"trace {self.place_in_list}" if self.place_in_list else "", "fact", 3),
            _Fact(clip(one_line(trace.verb), 12), "verb", 7),
            _Fact(clip(pod_name(trace.attachment), 40), "fact", 4),
            _Fact(clip(one_line(trace.attachment.ifname), 15), "fact", 2),
            _Fact(clip(f"net {network_name(trace)}", 40), "fact", 1),
            self._outcome(trace),
            _Fact(self.findings if trace.finished else "", "how", 3),
            *(_Fact(text, "fact", 4) for text in self.run_facts),
            _Fact(clip(failure_words(trace), 24) if trace.finished else "", "how", 2),
            *self._origin(trace),
        ]
        return [fact for fact in facts if fact.text]

    def _news(self) -> list[_Fact]:
        """What happens on the node that is watched."""
        count = self.chains_changed
        changed = f"{count} chain{'' if count == 1 else 's'} changed (C)" if count else ""
        return [_Fact(self.watching or "", "fact", 7), _Fact(changed, "how", 3)]

    @property
    def _is_live(self) -> bool:
        """Whether the trace is one of the node that is watched."""
        trace = self.trace
        return self.watching is not None and trace is not None and trace.place == "node" and not self.made_here

    def _mode(self, trace: Trace) -> _Fact:
        """The word that says whether something is executed, and where."""
        if self._is_live:
            return _Fact(WATCHING, "live", 8)
        if trace.finished:
            return _Fact(RAN if self.made_here else REPLAY, "replay", 8)
        return _Fact(_LIVE_WORDS.get(trace.place, one_line(trace.place).upper()), "live", 8)

    def _outcome(self, trace: Trace) -> _Fact:
        if self.held_words:
            return _Fact(clip(self.held_words, _LONGEST_HELD), "live", 7)
        if not trace.finished:
            return _Fact("running", "live", 6)
        if trace.failure is None:
            return _Fact("ok", "ok", 6)
        plugin = failing_plugin(trace)
        return _Fact(clip(f"FAIL@{plugin}" if plugin else "FAIL", 24), "failed", 6)

    def _origin(self, trace: Trace) -> list[_Fact]:
        """What is said where there is room: that this is a recording, and of what; or that it ran just now."""
        if not trace.finished:
            return [_Fact(_LIVE_LONG.get(trace.place, ""), "fact", 0)]
        branch = [_Fact(f"branch from link {trace.branch_of.link}", "fact", 5)] if trace.branch_of else []
        simulated = [_Fact("simulated plugins", "live", 7)] if trace.simulated else []
        if self.made_here:
            return [*branch, *simulated, _Fact("ran just now", "fact", 5), _Fact(place_words(trace), "fact", 0)]
        taken = f" {one_line(trace.created[:16].replace('T', ' '))} UTC" if trace.created else ""
        made = _Fact(f"made {place_words(trace)}{taken}", "fact", 0)
        return [*branch, *simulated, _Fact("" if self._is_live else "a recording", "fact", 5), made]

    def _style(self, part: str) -> Style:
        return self.get_component_rich_style(f"status--{part}")


def fit_facts(facts: list[_Fact], width: int) -> list[_Fact]:
    """The facts that fit side by side, each with a blank around it; the least important ones go first."""
    kept = list(facts)
    while len(kept) > 1 and sum(cells(fact.text) + 2 for fact in kept) > width:
        kept.remove(min(kept, key=lambda fact: fact.importance))
    return kept
