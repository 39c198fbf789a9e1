"""The verbs of the command line in the order in which help lists them."""

from app.verb_group import Verb

VERBS = {
    "demo": Verb("app.demo_command", "demo", "Run a bundled chain and play it: no root, no plugin needed."),
    "run": Verb("app.commands.run", "run", "Run a chain in the sandbox, or on this host, and record it."),
    "open": Verb("app.screen_commands", "open_", "Open the screen on a trace."),
    "show": Verb("app.commands.show", "show", "Print a trace as text."),
    "rerun": Verb("app.commands.rerun", "rerun", "Rerun a trace from a link, with its input edited."),
    "diff": Verb("app.commands.diff", "diff", "Compare two traces, or a branch with its parent."),
    "export": Verb(
        "app.commands.export",
        "export",
        "Write a trace as a file, a report, a diagram or a script, without its secrets.",
    ),
    "list": Verb("app.commands.list", "list_traces", "List the traces kept, and what this node's runtime ran."),
    "doctor": Verb("app.commands.doctor", "doctor", "Say what is wrong with this node's chains."),
    "explain": Verb("app.commands.explain", "explain", "Say what a pod event, a log line or a whole log means."),
    "audit": Verb(
        "app.commands.audit", "audit", "Compare the chains of many nodes: which drifted, in what, since when."
    ),
    "document": Verb("app.commands.document", "document", "Describe a chain as a Markdown page."),
    "learn": Verb("app.learn_command", "learn", "Learn how chains work, by running them."),
    "node": Verb("app.commands.node", "node", "Record what a node's runtime really runs."),
    "keys": Verb("app.commands.keys", "keys", "List the screen's keys, and which ones are yours."),
}

NODE_VERBS = {
    "watch": Verb("app.commands.node_watch", "node_watch", "See what this node's runtime runs, while it runs it."),
}
"""Those of ``cnistep node`` that are not of its own module."""
