"""The picture that moves shows each of its frames, and each for its time."""

import re

from tests.support.moving_svg import moving_svg

FRAME = """<svg><style>
.terminal-r1 {{ fill: #aaa }}
.terminal-r2 {{ fill: {colour} }}
</style><g transform="x" clip-path="url(#terminal-clip-terminal)">
<g class="terminal-matrix"><text class="terminal-r1" clip-path="url(#terminal-line-0)">same</text>
<text class="terminal-r2" clip-path="url(#terminal-line-1)">{word}</text></g>
</g>
</svg>"""


def test_what_stays_the_same_stands_in_it_once() -> None:
    frames = [FRAME.format(colour="#bbb", word=word) for word in ("one", "two", "one", "two")]
    moving = moving_svg(frames, 0.5)
    assert moving.count("same") == moving.count("one") == moving.count("two") == 1
    assert moving.count("2.0s step-end infinite") == 2


def test_a_state_is_seen_in_its_frames_only() -> None:
    moving = moving_svg([FRAME.format(colour="#bbb", word=word) for word in ("one", "two")], 1.0)
    rules = re.findall(r"@keyframes s\d+ \{(.*?)\} ", moving)
    assert rules == [
        "0.00%{visibility:visible}50.00%{visibility:hidden}",
        "0.00%{visibility:hidden}50.00%{visibility:visible}",
    ]


def test_styles_of_different_frames_are_kept_apart() -> None:
    moving = moving_svg([FRAME.format(colour=colour, word="x") for colour in ("#bbb", "#ccc")], 1.0)
    assert all(f"fill: {colour}" in moving for colour in ("#aaa", "#bbb", "#ccc"))
