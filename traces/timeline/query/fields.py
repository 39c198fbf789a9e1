"""The fields that a query can ask for: a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a field's value is, and so how it is compared."""

    NAME = "name"
    """One or several names, each wholly or in part."""
    START = "start"
    """A name that may be given by its beginning."""
    TEXT = "text"
    """A long text: looked into."""
    NUMBER = "number"
    LIST = "list"
    """Entries: counted, or looked into."""
    FLAG = "flag"
    """yes or no."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field."""

    name: str
    kind: Kind
    of_call: bool = True
    of_trace: bool = False
    in_answer: bool = False
    """Whether a call has it only once its plugin has answered."""
    in_list: bool = True
    """Whether a list knows it without opening the trace: of a text, what it says; never whether it is empty."""
    help: str


def _of_trace(name: str, help: str, kind: Kind = Kind.NAME, *, in_list: bool = True) -> Field:
    return Field(name=name, kind=kind, of_call=False, of_trace=True, in_list=in_list, help=help)


_TABLE = (
    Field(name="plugin", kind=Kind.NAME, help="the plugin's name"),
    Field(name="verb", kind=Kind.START, of_trace=True, help="ADD, DEL, …"),
    Field(name="link", kind=Kind.NUMBER, help="the link's number, from 0"),
    Field(name="depth", kind=Kind.NUMBER, help="0 for a link's call, 1 for its delegate's"),
    Field(name="exit", kind=Kind.NUMBER, in_answer=True, help="the exit code"),
    Field(name="signal", kind=Kind.NUMBER, in_answer=True, help="the signal that killed it"),
    Field(name="code", kind=Kind.NUMBER, in_answer=True, help="the CNI error code"),
    Field(name="msg", kind=Kind.TEXT, in_answer=True, in_list=False, help="the CNI error's message"),
    Field(name="ms", kind=Kind.NUMBER, in_answer=True, help="milliseconds that it took"),
    Field(name="stdin", kind=Kind.TEXT, in_list=False, help="what it was given"),
    Field(name="stdout", kind=Kind.TEXT, in_answer=True, in_list=False, help="what it answered"),
    Field(name="stderr", kind=Kind.TEXT, in_answer=True, in_list=False, help="what it said besides"),
    Field(name="env", kind=Kind.TEXT, in_list=False, help="its environment"),
    Field(name="ips", kind=Kind.LIST, in_answer=True, in_list=False, help="addresses of its result"),
    Field(name="interfaces", kind=Kind.LIST, in_answer=True, in_list=False, help="interfaces of its result"),
    Field(name="routes", kind=Kind.LIST, in_answer=True, in_list=False, help="routes of its result"),
    Field(name="dns", kind=Kind.LIST, in_answer=True, in_list=False, help="DNS entries of its result"),
    Field(name="touched", kind=Kind.NAME, help="what was changed on the way: stdin, env, answer"),
    Field(name="simulated", kind=Kind.FLAG, help="whether it was a stand-in"),
    _of_trace("pod", "the pod, or namespace/pod"),
    _of_trace("ns", "the pod's namespace"),
    _of_trace("net", "the network"),
    _of_trace("place", "sandbox, netns or node"),
    _of_trace("container", "the container's ID"),
    _of_trace("ifname", "the interface"),
    _of_trace("id", "the trace's id"),
    _of_trace("failed_plugin", "the plugin that it failed at"),
    _of_trace("error", "the error that it ended with", Kind.TEXT),
    _of_trace("notes", "what was noted of the run", Kind.TEXT, in_list=False),
    _of_trace("marks", "what was noted at its marks", Kind.TEXT, in_list=False),
)
FIELDS: Mapping[str, Field] = {field.name: field for field in _TABLE}
"""The fields by name."""
OUTCOMES = ("failed", "running", "ok")
"""The words that say how a call, or in a list a trace, has ended."""
COUNTS = ("ips", "interfaces", "routes", "dns")
"""The lists, in the order in which a summary has their lengths."""

GRAMMAR = (
    "Words are joined by «and»: plugin=portmap exit!=0 pod~web. FIELD is compared by = != (whole), ~ !~ (part of it), "
    "< > <= >= (numbers); ips empty, stderr not empty; not WORD; failed, running, ok; any other word is looked for "
    "everywhere. * and ? stand for what you don't know, a comma for «or», quotes hold spaces. "
    f"Fields: {' '.join(FIELDS)}. pod:web is short for pod~web."
)
"""What help says of it."""
