"""The keys of stepping a run while it happens: a part of the table of actions."""

from app.keys.key import Key

LIVE = (
    Key(id="continue", keys="c,f5", shown="c  F5", action="do('live.go_on')", help="Run to the next breakpoint"),
    Key(id="release", keys="a", shown="a", action="do('live.release')", help="Let this held call go"),
    Key(id="release.all", keys="A", shown="A", action="do('live.release_all')", help="Let all held calls go"),
    Key(id="held", keys="H", shown="H", action="do('live.choose')", help="Go to one of the held calls"),
    Key(id="skip", keys="S", shown="S", action="do('live.skip')", help="Skip the held call's plugin"),
    Key(id="answer", keys="M", shown="M", action="do('live.answer')", help="Answer in its plugin's place"),
)
STOPS = (
    Key(id="break", keys="b,f9", shown="b  F9", action="do('stops.toggle')", help="Breakpoint on this plugin"),
    Key(id="break.list", keys="B", shown="B", action="do('stops.choose')", help="List of breakpoints"),
    Key(id="intercept", keys="I", shown="I", action="do('stops.intercept')", help="Hold the links of every run"),
    Key(id="intercept.query", keys="i", shown="i", action="do('stops.ask')", help="Which calls are held so"),
)
RUNS = (
    Key(id="run.add", keys="", shown="", action="do('run.add')", help="Run ADD of this network, stepped"),
    Key(id="run.check", keys="", shown="", action="do('run.check')", help="Run CHECK of this network, stepped"),
    Key(id="run.del", keys="", shown="", action="do('run.delete')", help="Run DEL of this network, stepped"),
    Key(id="run.gc", keys="", shown="", action="do('run.gc')", help="Run GC of this network, stepped"),
)
