"""A POSIX shell script that runs one call again by hand: the same plugin, environment and stdin."""

import json
import os
import re
from collections.abc import Iterator

from traces.errors import InputError
from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.headline import network_name
from traces.timeline.measure import one_line
from traces.timeline.printable import printable
from traces.timeline.steps import first_failure, steps

_LITERAL = re.compile(rb"[^\n\t -&(-\[\]-~]")
"""What is written in octal: all but plain ASCII, and what printf or the quotes would take for themselves."""
_BARE = re.compile(r"[A-Za-z0-9_./:@%+-]+")
_CNITOOL_VERBS = ("ADD", "CHECK", "DEL", "GC", "STATUS")
_PLACEHOLDERS = "# Secrets are placeholders here (<redacted:...>): put the real ones in, or export it with --raw."


def shell_text(trace: Trace, call_id: str | None = None) -> str:
    """The script for the call of that id; without one for the failing call, else the last link's.

    Raises InputError where the trace has no such call.
    """
    call = chosen_call(trace, call_id)
    about, script = list(_about(trace, call)), list(_script(call))
    if any("<redacted:" in line for line in script):
        about.append(_PLACEHOLDERS)
    return "\n".join([*about, "", *script]) + "\n"


def shell_line(call: Call) -> str:
    """The command that runs the call again by hand, to be pasted into a shell: its stdin, environment and path."""
    return f"{_printf(call.stdin)} | env -i {' '.join([*_assignments(call), _plugin(call)])}\n"


def cnitool_line(trace: Trace) -> str | None:
    """How cnitool would run the verb, for those who know it; None where it has no such verb, or no netns to name.

    It reads the network from the folder of its file, and makes a container ID of its own (cni/cnitool/cmd/root.go).
    """
    attachment = trace.attachment
    if trace.verb not in _CNITOOL_VERBS or not attachment.netns:
        return None
    paths = [call.env.get("CNI_PATH", "") for call in trace.calls[:1]]
    given = {
        "CNI_PATH": paths[0] if paths else "",
        "NETCONFPATH": os.path.dirname(trace.network.source),
        "CAP_ARGS": json.dumps(dict(attachment.capability_args)) if attachment.capability_args else "",
        "CNI_ARGS": ";".join(f"{name}={value}" for name, value in attachment.args),
        "CNI_IFNAME": attachment.ifname,
    }
    words = [f"{name}={_text_word(value)}" for name, value in given.items() if value]
    words += ["cnitool", trace.verb.lower(), _text_word(trace.network.name), _text_word(attachment.netns)]
    return " ".join(words) + "\n"


def chosen_call(trace: Trace, call_id: str | None = None) -> Call:
    """The call of that id, or the one that failed, or the last link's. Raises InputError."""
    calls = {call.id: call for call in trace.calls}
    if call_id is not None:
        if call_id not in calls:
            known = ", ".join(printable(each) for each in calls) or "none"
            raise InputError(f"--call {call_id}: this trace has no such call (its calls: {known})")
        return calls[call_id]
    failed = first_failure(steps(trace))
    if failed is not None and failed.call is not None:
        return calls[failed.call]
    links = [call for call in trace.calls if call.link is not None] or list(trace.calls)
    if not links:
        raise InputError("this trace has no call that could be run again")
    return links[-1]


def _about(trace: Trace, call: Call) -> Iterator[str]:
    yield "#!/bin/sh"
    yield f"# {one_line(call.verb)} of {one_line(call.plugin)}, in network {one_line(network_name(trace))}"
    yield f"# call {one_line(call.id)} of trace {one_line(trace.id)}, written by cnistep"
    yield "# This really runs the plugin, on the machine that the script runs on; most plugins need root."
    if "stdin" in call.truncated:
        yield "# The recorder kept only the beginning of stdin."
    if trace.place == "sandbox":
        yield "# It ran in a sandbox: the network namespace that CNI_NETNS names was in there."
    if call.argv[:1] not in ((), (call.path,)):
        yield f"# It was started as {one_line(call.argv[0])}; here the plugin sees its path instead."
    odd = [entry for entry in call.environment if not _can_be_set(entry)]
    if odd:
        yield f"# Left out of the environment, as env can't set it: {one_line(b', '.join(odd))}"


def _script(call: Call) -> Iterator[str]:
    yield from ("set -u", *_netns_check(call), "", "given() {", f"    {_printf(call.stdin)}", "}", "")
    yield from _command(call)
    yield from ("code=$?", "printf '\\nexit code %s\\n' \"$code\" >&2", 'exit "$code"')


def _can_be_set(entry: bytes) -> bool:
    """Whether env(1) takes it for an assignment, and not for an option or the command."""
    return entry.find(b"=") > 0 and not entry.startswith(b"-")


def _netns_check(call: Call) -> Iterator[str]:
    netns = call.env.get("CNI_NETNS", "")
    if netns.startswith("/"):
        path = _word(netns.encode(errors="surrogateescape"))
        yield f"[ -e {path} ] || printf 'there is no network namespace at %s\\n' {path} >&2"


def _command(call: Call) -> Iterator[str]:
    """The pipe into the plugin, with its whole environment and no more."""
    yield "given | env -i \\"
    yield from (f"    {word} \\" for word in _assignments(call))
    yield f"    {_plugin(call)}"


def _assignments(call: Call) -> list[str]:
    return [_word(entry) for entry in call.environment if _can_be_set(entry)]


def _plugin(call: Call) -> str:
    path = call.path.encode(errors="surrogateescape" if _is_file_name(call.path) else "backslashreplace")
    # A command with an equals sign would be one more assignment to env, one with a dash an option.
    lead = '/bin/sh -c \'exec "$0" "$@"\' ' if b"=" in path or not path.startswith(b"/") else ""
    arguments = "".join(f" {_word(each.encode(errors='backslashreplace'))}" for each in call.argv[1:])
    return f"{lead}{_word(path)}{arguments}"


def _is_file_name(path: str) -> bool:
    try:
        path.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        return False
    return True


def _word(content: bytes) -> str:
    """Bytes as one word of the shell; odd ones by printf, whose last newline the substitution would take."""
    text = content.decode(errors="replace")
    if "\ufffd" not in text and printable(text) == text:
        return _quoted(text)
    return '"$(' + _printf(content) + ")" + '"' if not content.endswith(b"\n") else _ending_in_newline(content)


def _text_word(text: str) -> str:
    return (
        text
        if _BARE.fullmatch(text)
        else _word(text.encode(errors="surrogateescape" if _is_file_name(text) else "backslashreplace"))
    )


def _ending_in_newline(content: bytes) -> str:
    kept = content.rstrip(b"\n")
    return f'"$({_printf(kept)})"\'' + "\n" * (len(content) - len(kept)) + "'"


def _printf(content: bytes) -> str:
    """The command that writes the bytes."""
    text = content.decode(errors="replace")
    if "\ufffd" not in text and printable(text, lines=True) == text:
        return f"printf '%s' {_quoted(text)}"
    octal = _LITERAL.sub(lambda found: b"\\%03o" % found[0][0], content).replace(b"%", b"%%")
    # What begins with a dash would be an option of printf's.
    return f"printf '{octal.decode('ascii')}'" if octal[:1] != b"-" else f"printf '\\055{octal[1:].decode('ascii')}'"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
