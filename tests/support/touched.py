"""A run that a user had a hand in."""

from dataclasses import replace

from tests.support.traces import recorded
from traces.model.trace import Trace

SECRET = "ghp_0123456789abcdefghijABCDEFGHIJ012345"


def touched_add() -> Trace:
    """An ADD of five links: stdin and environment of link 0 were edited, link 1 was answered for."""
    trace = recorded()
    calls = []
    for call in trace.calls:
        if call.link == 0:
            sent = (*call.environment, f"AWS_SECRET_ACCESS_KEY={SECRET}".encode())
            call = replace(
                call,
                touched=("stdin", "env"),
                sent_stdin=call.stdin.replace(b"{", b'{"token":"' + SECRET.encode() + b'",', 1),
                sent_environment=sent,
            )
        elif call.link == 1:
            call = replace(call, touched=("answer",))
        calls.append(call)
    return replace(trace, calls=tuple(calls))
