"""The characters that a sequence is drawn with: one set for Unicode terminals, one in ASCII. All are one cell wide."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Glyphs:
    """One character for each thing that is drawn."""

    life: str
    """A lane's lifeline."""
    idle: str
    """The lifeline of a link that is not called."""
    bar: str
    """The lane of a plugin that is at work."""
    tee: str
    """Where a call leaves its caller."""
    call: str
    reply: str
    """Every other cell of a reply; the cells between are blank in ASCII."""
    reply_gap: str
    to: str
    back: str
    cross: str
    dropped: str
    """In front of the number of entries that a reply did not carry over."""
    disputed: str
    """In front of the number of claims that the kernel does not bear out."""
    folded: str
    """In front of the name of a plugin whose delegates have no lanes."""
    token: str
    held: str
    """At the head of the arrow of a call that is held."""
    stop: str
    """Beside a step that a breakpoint holds at."""
    mark: str
    """Beside a step that a user has marked."""
    notable: str
    """Beside a step that stands out by itself."""
    warning: str
    """In front of what stands out and is no failure."""
    leader: str
    """The dots that lead to a link that was never reached."""
    unreached: str
    ellipsis: str
    micro: str
    here: str
    """In front of the step that one is at."""
    dot: str
    """Between two facts on a line."""
    arrow: str
    """From one word to the next, in running text."""


UNICODE = Glyphs(
    life="│",
    idle="┊",
    bar="┃",
    tee="├",
    call="─",
    reply="╌",
    reply_gap="╌",
    to="►",
    back="◄",
    cross="✗",
    dropped="\N{MINUS SIGN}",
    disputed="≠",
    folded="▸",
    token="●",
    held="‖",
    stop="●",
    mark="◆",
    notable="·",
    warning="!",
    leader="·",
    unreached="○",
    ellipsis="…",
    micro="µ",
    here="▸",
    dot="·",
    arrow="→",
)
ASCII = Glyphs(
    life="|",
    idle=":",
    bar="#",
    tee="|",
    call="-",
    reply="-",
    reply_gap=" ",
    to=">",
    back="<",
    cross="x",
    dropped="-",
    disputed="?",
    folded="+",
    token="o",
    held="H",
    stop="*",
    mark="m",
    notable=":",
    warning="!",
    leader=".",
    unreached="-",
    ellipsis="~",
    micro="u",
    here=">",
    dot="-",
    arrow="->",
)


def glyphs(ascii_only: bool) -> Glyphs:
    """The set to draw with."""
    return ASCII if ascii_only else UNICODE
