"""The keys of the screen's features: a part of the table of actions, and like it without loading a screen."""

from app.keys.key import Key, Section
from app.keys.step_keys import LIVE, RUNS, STOPS

COMPARE = (
    Key(
        id="compare",
        keys="d",
        shown="d",
        action="do('comparing.compare')",
        help="Compare: a branch with its parent; else mark this, then d on another",
    ),
    Key(
        id="compare.choose", keys="", shown="", action="do('comparing.choose')", help="Compare with a trace from a list"
    ),
)
MARKING = (
    Key(id="mark.toggle", keys="m", shown="m", action="do('marking.toggle')", help="Mark this step, or unmark it"),
    Key(id="mark.note", keys="semicolon", shown=";", action="do('marking.note')", help="Mark it with a note"),
    Key(id="mark.list", keys="apostrophe", shown="'", action="do('marking.show_list')", help="The list of marks"),
    Key(
        id="mark.before",
        keys="left_square_bracket",
        shown="[",
        action="do('marking.before')",
        help="Mark before, of either kind",
    ),
    Key(
        id="mark.next",
        keys="right_square_bracket",
        shown="]",
        action="do('marking.next')",
        help="Next mark, of either kind",
    ),
    Key(
        id="stands_out",
        keys="4,exclamation_mark",
        shown="4  !",
        action="do('marking.look')",
        help="What stands out in the trace",
    ),
)
FINDINGS = (
    Key(
        id="finding", keys="", shown="enter in 4", action="do('findings.open')", help="What is wrong, and how one knows"
    ),
)
LESSONS = (Key(id="lessons", keys="L", shown="L", action="do('lessons.choose')", help="Lessons about this step"),)
WATCHES = (
    Key(id="watches", keys="5", shown="5", action="do('watches.look')", help="The watched expressions"),
    Key(id="watches.ask", keys="", shown="+ in 5", action="do('watches.add')", help="Watch an expression…"),
)
COPYING = (
    Key(id="copy", keys="y", shown="y", action="do('copying.menu')", help="Copy this side, a value, a shell line"),
    Key(id="copy.call", keys="Y", shown="Y", action="do('copying.call')", help="Copy the whole call as JSON"),
)
EXPORTING = (
    Key(id="export", keys="x", shown="x", action="do('exporting.json')", help="Write the trace as a file"),
    Key(id="report", keys="w", shown="w", action="do('exporting.report')", help="Write a report in Markdown"),
    Key(id="export.mermaid", keys="", shown="", action="do('exporting.mermaid')", help="Export as a Mermaid diagram"),
    Key(id="export.svg", keys="", shown="", action="do('exporting.svg')", help="Export as a picture (SVG)"),
    Key(id="export.shell", keys="", shown="", action="do('exporting.shell')", help="Export the call as a shell script"),
    Key(id="screenshot", keys="", shown="", action="do('exporting.screenshot')", help="Take a screenshot (SVG)"),
)
OUTSIDE = (
    Key(id="pager", keys="v", shown="v", action="do('outside.pager')", help="Read this side in $PAGER"),
    Key(id="editor", keys="E", shown="E", action="do('outside.editor')", help="Open its exact bytes in $EDITOR"),
    Key(id="suspend", keys="ctrl+z", shown="ctrl+z", action="do('outside.suspend')", help="To the shell; fg returns"),
)
ROOM = (
    Key(id="maximise", keys="f", shown="f", action="do('room.maximise')", help="This part alone, and back"),
    Key(id="room.more", keys="plus", shown="+", action="do('room.more')", help="More room for this part"),
    Key(id="room.less", keys="minus", shown="-", action="do('room.less')", help="Less room for this part"),
    Key(id="room.even", keys="", shown="", action="do('room.even')", help="Share the room as at first"),
)
TERMINAL = (
    Key(
        id="mouse",
        keys="",
        shown="",
        action="do('terminal.turn_mouse')",
        help="Give the mouse to the terminal, to select text; or take it back",
    ),
)
FILTERING = (
    Key(
        id="filter.toggle",
        keys="backslash",
        shown="\\",
        action="do('filter.toggle')",
        help="The list's filter off, and on again",
    ),
    Key(id="filter", keys="", shown="", action="do('filter.begin')", help="Filter the list of traces"),
)
SEARCHING = (
    Key(
        id="search",
        keys="slash",
        shown="/",
        action="do('search.open')",
        help="Search in all payloads; in the list: filter it",
    ),
    Key(id="search.before", keys="N", shown="N", action="do('search.before')", help="Hit before"),
    Key(id="search.everywhere", keys="", shown="", action="do('search.everywhere')", help="Search in all traces"),
)

FEATURE_SECTIONS: tuple[Section, ...] = (
    ("A run that is held", LIVE),
    ("Breakpoints", STOPS),
    ("Run this network", RUNS),
    ("Searching", SEARCHING),
    ("The filter of the list", FILTERING),
    ("Comparing", COMPARE),
    ("Marks", MARKING),
    ("What is wrong", FINDINGS),
    ("Lessons", LESSONS),
    ("Watches", WATCHES),
    ("Copy, without secrets", COPYING),
    ("Export, without secrets", EXPORTING),
    ("Outside of the screen", OUTSIDE),
    ("Room", ROOM),
    ("Terminal", TERMINAL),
)
"""By feature, in the order of the help page."""
