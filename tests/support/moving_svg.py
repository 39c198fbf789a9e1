"""One picture that moves, made of the pictures of a screen one after the other.

What stays the same stands in it once: each row of the terminal has its states, and a state is seen while it lasts.
"""

import re
from collections.abc import Mapping, Sequence

_ROW_HEIGHT = 24.4
_FIRST_ROW = 1.5
_STYLE = re.compile(r"\.terminal-(r\d+) \{ (.*?) \}")
_DRAWN = re.compile(
    r'<rect fill="[^"]*" x="[^"]*" y="([^"]*)"[^>]*/>|<text class="terminal-(r\d+)".*?line-(\d+)\).*?</text>'
)
_NEEDLESS = re.compile(r' (?:shape-rendering="crispEdges"|clip-path="[^"]*")')
"""What each element says, and no picture needs: text fits its cells by its textLength."""
_MATRIX = re.compile(
    r'(<g transform="[^"]*" clip-path="url\(#terminal-clip-terminal\)">)(.*)(</g>\s*</svg>)', re.DOTALL
)


def moving_svg(frames: Sequence[str], seconds: float) -> str:
    """The frames (exported screens of one size) as one SVG that shows each for so many seconds, over and over."""
    styles: dict[str, str] = {}
    rows = [_rows(frame, styles) for frame in frames]
    drawn: list[str] = []
    rules = [f".{name} {{ {style} }}" for style, name in styles.items()]
    for number in sorted({number for row in rows for number in row}):
        for state, shown in _states([row.get(number, "") for row in rows]).items():
            if len(shown) == len(frames):
                drawn.append(state)
                continue
            name = f"s{len(rules)}"
            rules.append(_rule(name, shown, len(frames), seconds))
            drawn.append(f'<g class="{name}">{state}</g>')
    whole = _STYLE.sub("", frames[0])
    whole = whole.replace("</style>", "\n".join(rules) + "\n</style>", 1)
    return _MATRIX.sub(lambda match: f'{match[1]}<g class="terminal-matrix">{"".join(drawn)}</g>{match[3]}', whole)


def _rows(frame: str, styles: dict[str, str]) -> Mapping[int, str]:
    """What each row of a frame draws, its styles by names that are the same in all frames."""
    own = dict(_STYLE.findall(frame))
    rows: dict[int, list[str]] = {}
    matrix = _MATRIX.search(frame)
    for match in _DRAWN.finditer(matrix[2] if matrix else ""):
        drawn, y, style, line = match[0], match[1], match[2], match[3]
        row = int(line) if line else round((float(y) - _FIRST_ROW) / _ROW_HEIGHT)
        if style:
            name = styles.setdefault(own.get(style, ""), f"c{len(styles)}")
            drawn = drawn.replace(f'class="terminal-{style}"', f'class="{name}"')
        rows.setdefault(row, []).append(_NEEDLESS.sub("", drawn))
    return {row: "".join(drawn) for row, drawn in rows.items()}


def _states(row: Sequence[str]) -> dict[str, list[int]]:
    """The states of a row, each with the frames in which it is seen."""
    states: dict[str, list[int]] = {}
    for frame, state in enumerate(row):
        states.setdefault(state, []).append(frame)
    return {state: shown for state, shown in states.items() if state}


def _rule(name: str, shown: Sequence[int], count: int, seconds: float) -> str:
    """The style of a state that is seen in some frames only."""
    steps = []
    for frame in range(count):
        seen = frame in shown
        if frame == 0 or seen != (frame - 1 in shown):
            steps.append(f"{100 * frame / count:.2f}%{{visibility:{'visible' if seen else 'hidden'}}}")
    keyframes = f"@keyframes {name} {{{''.join(steps)}}}"
    return f"{keyframes} .{name}{{animation:{name} {seconds * count:.1f}s step-end infinite}}"
