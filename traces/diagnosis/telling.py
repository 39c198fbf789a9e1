"""What the rules that read a trace share: which call broke it, whose it is in words, and quotes of its bytes."""

import re
import shlex
from collections.abc import Sequence

from traces.cni.anyjson import any_object
from traces.model.call import Call, Outcome
from traces.model.finding import Evidence
from traces.model.trace import Trace
from traces.timeline.measure import one_line

LONGEST_QUOTE = 300
"""Bytes of a stream that are quoted; the rest can be seen at the call itself."""
_LONGEST_SAID = 160
"""Characters of an error that are repeated in a sentence."""
_FAULT = re.compile(
    r"fault put in by cnistep: (?:link (?P<link>\d+), )?(?P<plugin>.+?), (?P<verb>[A-Z]+): (?P<what>.*)"
)


def broken_call(trace: Trace) -> Call | None:
    """The call that the verb's failure began in: of the failed link, or else the first that failed, the innermost."""
    if trace.failure is None:
        return None
    if trace.failure.link is not None:
        found = next((call for call in reversed(trace.calls) if call.link == trace.failure.link), None)
    else:
        found = next((call for call in trace.calls if call.failed and call.parent is None), None)
    return None if found is None else _innermost(trace.calls, found)


def broken_calls(trace: Trace) -> Sequence[Call]:
    """The calls that a verb's failures began in: several where it goes on after a failure, as GC does."""
    first = broken_call(trace)
    roots = [call for call in trace.calls if call.failed and call.link is not None] if trace.failure else []
    found = [*([first] if first else []), *(_innermost(trace.calls, call) for call in roots)]
    return list({call.id: call for call in found}.values())


def ran_past_deadline(trace: Trace, call: Call) -> bool:
    """Whether the runner killed it, or what it was called by, as its runtime would have at a deadline."""
    by_id = {each.id: each for each in trace.calls}
    seen: set[str] = set()
    while call.parent in by_id and call.id not in seen:
        seen.add(call.id)
        call = by_id[call.parent or ""]
    return any(f" passed while link {call.link}, " in note for note in trace.notes)


def was_stopped(trace: Trace) -> bool:
    """Whether the user ended the run: what was killed then has no fault."""
    text = trace.failure.text if trace.failure else ""
    return text.startswith(("the run was stopped", "the session is closed")) or "it was still being run" in text


def faults_put_in(trace: Trace) -> Sequence[tuple[int | None, str, str, str]]:
    """The faults that a user had cnistep put in: link, plugin, verb, and what it does, as the trace's notes tell."""
    found = [match for note in trace.notes if (match := _FAULT.match(note))]
    return [(int(each["link"]) if each["link"] else None, each["plugin"], each["verb"], each["what"]) for each in found]


def link_calls(trace: Trace, verb: str = "") -> Sequence[Call]:
    """The calls of links that were asked the verb (the trace's own where none is said), in their order."""
    return [call for call in trace.calls if call.link is not None and call.verb == (verb or trace.verb)]


def who(trace: Trace, call: Call) -> str:
    """A call's plugin in words: «portmap (link 1)», «host-local (called by bridge, link 0)»; safe text."""
    plugin = one_line(call.plugin)
    if call.link is not None:
        return f"{plugin} (link {call.link})"
    caller = next((each for each in trace.calls if each.id == call.parent and each is not call), None)
    if caller is None:
        return plugin
    outer = f"{one_line(caller.plugin)}, link {caller.link}" if caller.link is not None else one_line(caller.plugin)
    return f"{plugin} (called by {outer})"


def whose(trace: Trace, link: int) -> str:
    """A link in words, whether it was called or not: «portmap (link 1)»; safe text."""
    types = {each.index: each.type for each in trace.network.links}
    return f"{one_line(types.get(link, 'a plugin'))} (link {link})"


def names(things: Sequence[str]) -> str:
    """«a, b and c»."""
    *others, last = things or ("nothing",)
    return f"{', '.join(others)} and {last}" if others else last


def link_of(trace: Trace, call: Call) -> int | None:
    """The link that a call is, or works for."""
    by_id = {each.id: each for each in trace.calls}
    seen: set[str] = set()
    while call.link is None and call.parent in by_id and call.id not in seen:
        seen.add(call.id)
        call = by_id[call.parent or ""]
    return call.link


def said(call: Call) -> str:
    """What a plugin's error object says, with its details; empty where it gave none."""
    error = any_object(call.stdout)
    return "; ".join(str(error[key]) for key in ("msg", "details") if error.get(key))


def in_short(text: str | bytes) -> str:
    """A recorded text as it stands in a sentence: one harmless line, cut."""
    return one_line(text, _LONGEST_SAID)


def stream(trace: Trace, call: Call, side: str) -> Evidence:
    """The beginning of what a call was given or said."""
    return span(trace, call, side, 0, len(getattr(call, side)))


def span(trace: Trace, call: Call, side: str, start: int, end: int) -> Evidence:
    """Bytes of a stream of a call; of very many the first."""
    content: bytes = getattr(call, side)
    end = min(end, start + LONGEST_QUOTE, len(content))
    quote = content[start:end].decode(errors="backslashreplace") or "(nothing)"
    where = f"{side} of {who(trace, call)}, {one_line(call.verb)}"
    return Evidence(where=where, quote=quote, call=call.id, side=side, start=start, end=end)


def holding(trace: Trace, call: Call, side: str, *needles: str) -> Evidence:
    """The bytes of a stream around the first needle that is in it; its beginning where none is."""
    content: bytes = getattr(call, side)
    for needle in needles:
        at = content.find(needle.encode(errors="surrogateescape")) if needle else -1
        if at >= 0:
            return span(trace, call, side, at, at + len(needle.encode(errors="surrogateescape")))
    return stream(trace, call, side)


def member(trace: Trace, call: Call, side: str, name: str) -> Evidence:
    """A member of the JSON object that a stream is, quoted from its name on; the beginning where it is not there."""
    content: bytes = getattr(call, side)
    found = re.search(rb'"%b"\s*:' % re.escape(name.encode()), content)
    return span(trace, call, side, found.start(), len(content)) if found else stream(trace, call, side)


def the_end(trace: Trace, call: Call) -> Evidence:
    """How a call's process ended."""
    took = "" if call.duration is None else f" after {call.duration / 1e9:.3g} s"
    how = f"exit {call.exit_code}" if call.signal is None else f"killed by signal {call.signal}"
    if call.exit_code is None and call.signal is None:
        how = "still running" if call.outcome is Outcome.RUNNING else f"{call.outcome}"
    where = f"the end of {who(trace, call)}, {one_line(call.verb)}"
    return Evidence(where=where, quote=f"{how}{took}", call=call.id, side="exit")


def the_variable(trace: Trace, call: Call, name: str) -> Evidence:
    """A variable of a call's environment."""
    quote = f"{name}={call.env.get(name, '')}"
    where = f"environment of {who(trace, call)}, {one_line(call.verb)}"
    return Evidence(where=where, quote=quote, call=call.id, side="env")


def the_entry(trace: Trace, link: int) -> Evidence:
    """A link's entry in the configuration."""
    entry = next((each for each in trace.network.links if each.index == link), None)
    config = entry.config[:LONGEST_QUOTE].decode(errors="backslashreplace") if entry else ""
    source = one_line(trace.network.source) or f"network {one_line(trace.network.name)}"
    return Evidence(where=f"{source}, plugins[{link}]", quote=config)


def the_note(trace: Trace, note: str) -> Evidence:
    """A note of the trace."""
    return Evidence(where=f"notes of {one_line(trace.verb)} {one_line(trace.id)}", quote=note[:LONGEST_QUOTE])


def the_error(trace: Trace) -> Evidence:
    """What libcni said of the verb."""
    text = trace.failure.text if trace.failure else ""
    return Evidence(where=f"error of {one_line(trace.verb)} {one_line(trace.id)}", quote=text[:LONGEST_QUOTE])


def by_hand_command(trace: Trace, call: Call) -> str:
    """The command that writes a script which runs the call again."""
    return f"cnistep export {shlex.quote(one_line(trace.id))} --format shell --call {shlex.quote(call.id)} -o call.sh"


def show_command(trace: Trace, *options: str) -> str:
    """The command that prints the trace."""
    return " ".join(["cnistep show", shlex.quote(one_line(trace.id)), *options])


def quoted(text: str) -> str:
    """A recorded name in a command: one word of a shell, whatever is in it."""
    return shlex.quote(one_line(text))


def rerun_command(trace: Trace, link: int, *options: str) -> str:
    """The command that reruns a trace from a link, with its links before it run again."""
    return " ".join(
        ["cnistep rerun", shlex.quote(one_line(trace.id)), f"--from {link} --how first", *map(shlex.quote, options)]
    )


def _innermost(calls: Sequence[Call], call: Call) -> Call:
    """The failed call at the bottom: what a plugin that was called said is what its caller passes on."""
    seen = {call.id}
    while True:
        below = [each for each in calls if each.parent == call.id and each.failed and each.id not in seen]
        if not below:
            return call
        call = below[-1]
        seen.add(call.id)
