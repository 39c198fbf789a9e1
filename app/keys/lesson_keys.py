"""The keys of a lesson's screen. Loads no screen."""

from app.keys.key import Key, Section

LETTERS_SHOWN = Key(id="lesson.letters", keys="", shown="a to g", action="", help="Answer; of several, choose")
LEARNING = (
    Key(id="lesson.go_on", keys="enter", shown="enter", action="go_on", help="Go on; take the choice", hint="Go on"),
    Key(id="lesson.hint", keys="h", shown="h", action="hint", help="A hint; the last one is how it is", hint="Hint"),
    Key(id="lesson.edit", keys="e", shown="e", action="edit", help="Do the task: edit, and run", hint="Edit"),
    Key(id="lesson.back", keys="backspace", shown="backspace", action="turn_back", help="The page before"),
    Key(id="lesson.chain", keys="v", shown="v", action="chain", help="The chain's conflist"),
    Key(id="lesson.choose", keys="L", shown="L", action="choose", help="Take another lesson", hint="Lessons"),
)
WATCHING = (
    Key(id="lesson.play", keys="space", shown="space", action="play", help="Play what is shown again, or pause"),
    Key(id="lesson.text", keys="1", shown="1", action="look('text')", help="The text"),
    Key(id="lesson.canvas", keys="2", shown="2", action="look('canvas')", help="The sequence"),
    Key(id="lesson.payload", keys="3", shown="3", action="look('payload')", help="What went in and came out so far"),
    Key(id="lesson.side", keys="t", shown="t", action="turn_payload", help="Next side of the call"),
    Key(id="lesson.focus", keys="tab", shown="tab", action="app.focus_next", help="Next part of the screen"),
    Key(id="lesson.into", keys="s", shown="s", action="into", help="Into what a plugin executed"),
    Key(id="lesson.out", keys="u", shown="u", action="out", help="Out again, and fold"),
    Key(id="lesson.slower", keys="less_than_sign", shown="<", action="slower", help="Play slower"),
    Key(id="lesson.faster", keys="greater_than_sign", shown=">", action="faster", help="Play faster"),
)
OUT = (
    Key(id="lesson.palette", keys="colon", shown=":  ctrl+p", action="app.command_palette", help="All commands"),
    Key(id="lesson.help", keys="question_mark,f1", shown="?  F1", action="help", help="This page", hint="Help"),
    Key(id="lesson.back_out", keys="escape", shown="esc", action="back_out", help="Back to the text"),
    Key(id="lesson.quit", keys="q", shown="q", action="leave", help="Leave; it goes on here", hint="Quit"),
)
PRESENTING = (
    Key(id="present.next", keys="enter", shown="enter", action="", help="The next thing, as a learner would do it"),
    Key(id="present.auto", keys="space", shown="space", action="", help="Let it go on by itself, or stop"),
    Key(id="present.pace", keys="", shown="<  >", action="", help="Hold each page longer, or shorter"),
)
LESSON_KEYS = (*LEARNING, *WATCHING, *OUT)
LESSON_SECTIONS: tuple[Section, ...] = (
    ("Learning", LEARNING),
    ("Looking", WATCHING),
    ("Help and leaving", OUT),
)
PRESENT_SECTION: Section = ("Presenting", PRESENTING)
