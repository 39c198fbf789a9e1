"""What can be copied of a call: each as a choice, with what makes its text from the trace."""

from collections.abc import Callable
from dataclasses import dataclass

from app.looking_at import View
from app.screens.choice import Choice
from traces.export.pieces import call_text, is_json, json_laid_out
from traces.export.shell_script import cnitool_line, shell_line
from traces.timeline.measure import one_line, size_text

WHERE, VALUE, RAW = "p", "o", "r"
"""The keys of the choices that ask for something else first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """A way to copy."""

    choice: Choice
    text: Callable[[View], str]
    """Makes the text, of the trace as it was recorded or without its secrets."""


def copies(view: View) -> tuple[Copy, ...]:
    """The ways that there are for what is looked at."""
    content, plugin = view.content, one_line(view.seen.call.plugin)
    size = f", {size_text(len(content))}" if content is not None else ""
    found = [Copy(choice=Choice(key="y", label=f"{view.name}{size}, as it is"), text=lambda each: each.text)]
    if content is not None and is_json(content):
        found.append(Copy(choice=Choice(key="j", label=f"{view.name} as JSON, laid out"), text=_laid_out))
        found.append(Copy(choice=Choice(key=VALUE, label="one value of it, from a list"), text=lambda each: each.text))
        found.append(Copy(choice=Choice(key=WHERE, label="the path of a value, from a list"), text=lambda each: ""))
    found.append(Copy(choice=Choice(key="c", label=f"the whole call of {plugin} as JSON (Y)"), text=whole_call))
    found.append(Copy(choice=Choice(key="s", label="a shell line that runs it again by hand"), text=_line))
    if cnitool_line(view.trace) is not None:
        found.append(Copy(choice=Choice(key="t", label="the verb as a cnitool line"), text=_cnitool))
    return tuple(found)


def whole_call(view: View) -> str:
    """All that was recorded of the call, as JSON. Raises StoreError."""
    return call_text(view.seen.call)


def _laid_out(view: View) -> str:
    return json_laid_out(view.content or b"") or ""


def _line(view: View) -> str:
    return shell_line(view.seen.call)


def _cnitool(view: View) -> str:
    return cnitool_line(view.trace) or ""
