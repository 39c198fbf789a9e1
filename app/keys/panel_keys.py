"""The keys that work only where a part of the screen has the focus: each part binds its own."""

from app.keys.key import Key, Section

CANVAS = (
    Key(id="canvas.back", keys="left,up,k", shown="left  up  k", action="screen.step(-1)", help="One step back"),
    Key(id="canvas.on", keys="right,down,j", shown="right  down  j", action="screen.step(1)", help="One step on"),
    Key(id="canvas.first", keys="home", shown="home", action="screen.first", help="First step"),
    Key(id="canvas.last", keys="end", shown="end", action="screen.last", help="Last step"),
    Key(id="canvas.page_back", keys="pageup", shown="pgup", action="screen.step(-10)", help="Ten steps back"),
    Key(id="canvas.page_on", keys="pagedown", shown="pgdn", action="screen.step(10)", help="Ten steps on"),
)
IN_PAYLOAD = (
    Key(id="payload.tab", keys="t", shown="t", action="turn(1)", help="Next side of the call"),
    Key(id="payload.tab_before", keys="T", shown="T", action="turn(-1)", help="Side before"),
    Key(id="payload.hex", keys="h", shown="h", action="hex", help="As hex, or as text again"),
    Key(id="payload.hit", keys="n", shown="n", action="hit(1)", help="Next hit, while there is a search"),
    Key(id="payload.hit_before", keys="N", shown="N", action="hit(-1)", help="Hit before"),
    Key(id="payload.fold", keys="z", shown="z", action="fold", help="Fold long lines, or scroll"),
)
IN_LIST = (
    Key(id="traces.filter", keys="slash", shown="/", action="filter", help="Filter the list"),
    Key(id="traces.leave_filter", keys="escape", shown="esc", action="leave_filter", help="Leave the filter"),
    Key(id="list.pick", keys="enter", shown="enter", action="pick", help="Open the trace"),
    Key(id="traces.unfold", keys="right,l", shown="right  l", action="unfold(True)", help="Unfold the attempts"),
    Key(id="traces.fold", keys="left,h", shown="left  h", action="unfold(False)", help="Fold them again"),
    Key(id="list.down", keys="down,j", shown="j  down", action="step(1)", help="Next trace"),
    Key(id="list.up", keys="up,k", shown="k  up", action="step(-1)", help="Trace before"),
)
WATCHES = (
    Key(id="watches.add", keys="plus,a", shown="+  a", action="screen.do('watches.add')", help="Watch an expression"),
    Key(id="watches.remove", keys="x,delete", shown="x  del", action="screen.do('watches.remove')", help="No more"),
)
FILTER = (
    Key(id="filter.before", keys="up", shown="up", action="recall(-1)", help="The filter before"),
    Key(id="filter.after", keys="down", shown="down", action="recall(1)", help="The filter after"),
)
SEARCH = (
    Key(
        id="search.next",
        keys="enter,down",
        shown="enter  down",
        action="screen.do('search.next')",
        help="Next hit",
        priority=True,
    ),
    Key(
        id="search.previous",
        keys="shift+enter,up",
        shown="shift+enter  up",
        action="screen.do('search.before')",
        help="Hit before",
        priority=True,
    ),
    Key(
        id="search.payload",
        keys="tab",
        shown="tab",
        action="screen.do('search.to_payload')",
        help="To the payload: n and N go on there",
        priority=True,
    ),
    Key(id="search.all", keys="ctrl+t", shown="ctrl+t", action="screen.do('search.everywhere')", help="All traces"),
    Key(id="search.close", keys="escape", shown="esc", action="screen.do('search.close')", help="Close the search"),
)
IN_EDITOR = (
    Key(id="edit.submit", keys="ctrl+r,ctrl+s,f2", shown="ctrl+r  F2", action="submit", help="Go on to the rerun"),
    Key(id="edit.revert", keys="ctrl+t", shown="ctrl+t", action="revert", help="Put the first text back"),
    Key(id="edit.go_wrong", keys="ctrl+g", shown="ctrl+g", action="go_wrong", help="Go to what is wrong"),
    Key(id="edit.cancel", keys="escape", shown="esc", action="cancel", help="Leave the editor"),
)

ON_THE_SEQUENCE: Section = ("On the sequence", CANVAS)
IN_THE_PAYLOAD: Section = ("In the payload", IN_PAYLOAD)
IN_THE_LIST: Section = ("In the list of traces", IN_LIST)
IN_THE_WATCHES: Section = ("In the watches", WATCHES)
IN_THE_FILTER: Section = ("In the filter", FILTER)
IN_THE_SEARCH: Section = ("In the search", SEARCH)
IN_THE_EDITOR: Section = ("In the editor", IN_EDITOR)
