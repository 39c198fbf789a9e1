"""The signs that are drawn: one set for terminals that know Unicode, one for those that do not.

Every state has a sign and a word besides its colour, so that nothing is said by colour alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from traces.model.call import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Glyphs:
    """One set of signs, each a single cell wide."""

    ok: str
    failed: str
    running: str
    skipped: str
    """A link that was never reached."""
    simulated: str
    branch: str
    """The elbow before a branch, under its parent."""
    here: str
    """The row that is current."""
    folded: str
    """A row that goes on from the one above."""
    caret: str
    dot: str
    arrow: str
    ellipsis: str
    rule: str
    times: str
    """In front of a count: so often."""
    ascii_only: bool = False
    """Whether the terminal can show nothing but ASCII, recorded text included."""

    def fit(self, text: str) -> str:
        """The text as this terminal can show it; what it cannot is written as an escape."""
        return text.encode("ascii", "backslashreplace").decode() if self.ascii_only else text

    def outcome(self, outcome: Outcome) -> str:
        """The sign of how a call ended."""
        return {Outcome.OK: self.ok, Outcome.RUNNING: self.running, Outcome.LOST: self.skipped}.get(
            outcome, self.failed
        )


UNICODE = Glyphs(
    ok="✓",
    failed="✗",
    running="●",
    skipped="○",
    simulated="◇",
    branch="└",
    here="▌",
    folded="↪",
    caret="▲",
    dot="·",
    arrow="→",
    ellipsis="…",
    rule="─",
    times="\N{MULTIPLICATION SIGN}",
)
ASCII = Glyphs(
    ok="+",
    failed="x",
    running="*",
    skipped="o",
    simulated="~",
    branch="`",
    here=">",
    folded="\\",
    caret="^",
    dot="-",
    arrow=">",
    ellipsis="~",
    rule="-",
    times="x",
    ascii_only=True,
)


def choose_glyphs(encoding: str | None, env: Mapping[str, str]) -> Glyphs:
    """The set for a terminal: ASCII where its encoding is not UTF-8, or where CNISTEP_ASCII is set and not 0.

    The encoding to ask for is stderr's (``sys.__stderr__.encoding``): Textual draws there.
    """
    if env.get("CNISTEP_ASCII", "0") not in ("", "0"):
        return ASCII
    is_utf8 = (encoding or "").lower().replace("-", "").replace("_", "") in ("utf8", "utf8sig")
    return UNICODE if is_utf8 else ASCII
