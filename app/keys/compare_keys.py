"""The keys of the comparison of two traces. Loads no screen."""

from app.keys.key import Key, Section

COMPARE_KEYS = (
    Key(id="compare.next", keys="right_square_bracket", shown="]", action="difference(1)", help="Next difference"),
    Key(id="compare.before", keys="left_square_bracket", shown="[", action="difference(-1)", help="Difference before"),
    Key(id="compare.link_next", keys="n", shown="n", action="link(1)", help="Next link of the chain"),
    Key(id="compare.link_before", keys="p", shown="p", action="link(-1)", help="Link before"),
    Key(id="compare.side", keys="t", shown="t", action="turn(1)", help="Next side: stdin, stdout, stderr, env ..."),
    Key(id="compare.side_before", keys="T", shown="T", action="turn(-1)", help="Side before"),
    Key(id="compare.unmask", keys="u", shown="u", action="unmask", help="Show MACs, ids, times as they are, or mask"),
    Key(id="compare.unfold", keys="z", shown="z", action="unfold", help="Unfold what is the same, or fold it"),
    Key(id="compare.swap", keys="x", shown="x", action="swap", help="Swap A and B"),
    Key(
        id="compare.open",
        keys="enter",
        shown="enter",
        action="open",
        help="To this call in B, or in A where B has none",
    ),
    Key(id="compare.copy", keys="y", shown="y", action="copy", help="Copy this difference, without secrets"),
    Key(id="compare.copy_all", keys="Y", shown="Y", action="copy_all", help="Copy the whole comparison"),
    Key(id="compare.pairs", keys="2", shown="2", action="pairs", help="The calls"),
    Key(id="compare.payload", keys="3", shown="3", action="payload", help="What they were given and said"),
    Key(id="compare.focus", keys="tab", shown="tab", action="app.focus_next", help="Next part of the screen"),
    Key(id="compare.maximise", keys="f", shown="f", action="maximise", help="This part alone, and back"),
    Key(id="compare.help", keys="question_mark,f1", shown="?  F1", action="help", help="This page"),
    Key(id="compare.palette", keys="colon", shown=":  ctrl+p", action="app.command_palette", help="All commands"),
    Key(id="compare.leave", keys="escape,q", shown="esc  q", action="leave", help="Back to the trace"),
)
COMPARING: Section = ("Comparing", COMPARE_KEYS)
