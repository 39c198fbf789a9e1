"""What can be typed at a held call, and what it does: each word gives what there is to say of it."""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from app.live.link_edit import environment_complaint, environment_of, environment_text, prev_result_in, with_prev_result
from app.plain.plain_payload import laid_out, reply_text, request_text
from traces.errors import InputError
from traces.model.answer import Answer
from traces.model.trace import Trace
from traces.session.breakpoints import Breakpoint
from traces.session.by_hand import skipping
from traces.session.held import HeldCall
from traces.session.stepper import Stepper
from traces.timeline.measure import count_text
from traces.timeline.printable import printable

HELP = """\
n  step over: it runs, held again before the next link
s  step into: held before the very next call
u  step out: held at the next call outside of its caller
c  continue to the next breakpoint, or the end
a  let this call go, as a step over does
e  edit its prevResult in $EDITOR; e stdin, e env: the whole stdin, the environment
v  take the edits back
k  skip it: it is not executed, what came before it is passed on
m  answer in its place, in $EDITOR; m error: with a CNI error
b  list the breakpoints; b QUERY sets one (b plugin=portmap verb=ADD), or takes it away; b off QUERY, b on QUERY
p  print what it is given, or what it has answered
q  stop the run
?  this list"""

_AS_ON_THE_SCREEN = {"S": "k", "M": "m", "V": "v", "A": "a", "B": "b"}
"""The screen's keys for what is called otherwise here: who knows them types them."""
Edit = Callable[[str, str], str]
"""Lets the user edit a text: its name and the text; gives the new one. Raises InputError."""


def edit_in_editor(name: str, text: str) -> str:
    """The text after $VISUAL, $EDITOR or vi had it, in a file that nobody else can read. Raises InputError."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if editor is None and not sys.stdin.isatty():
        raise InputError("there is no terminal for an editor: set EDITOR to a program that needs none")
    editor = editor or "vi"
    with tempfile.TemporaryDirectory(prefix="cnistep-") as folder:
        path = Path(folder, name)
        path.touch(mode=0o600)
        path.write_text(text, errors="surrogateescape")
        try:
            done = subprocess.run([*shlex.split(editor), str(path)], check=False)
        except (OSError, ValueError) as error:
            raise InputError(f"{editor}: {getattr(error, 'strerror', None) or error}; set EDITOR") from None
        if done.returncode != 0:
            raise InputError(f"{editor} ended with {done.returncode}: nothing was changed")
        return path.read_text(errors="surrogateescape")


class Commands:
    """Does what was typed."""

    def __init__(self, stepper: Stepper, edit: Edit = edit_in_editor) -> None:
        """`edit` lets the user edit a text."""
        self._stepper = stepper
        self._edit_text = edit

    def do(self, word: str, rest: str, held: HeldCall | None, run: Trace) -> str:
        """Do it, and give what there is to say. Raises InputError.

        Without a held call the run stands between two verbs.
        """
        steps: dict[str, Callable[[], None]] = {
            "n": self._stepper.over,
            "s": self._stepper.into,
            "u": self._stepper.out,
            "c": self._stepper.go_on,
        }
        if word in steps:
            steps[word]()
            return ""
        word = _AS_ON_THE_SCREEN.get(word, word)
        if word == "b":
            return self._breakpoint(rest)
        if word in ("?", "h", "help"):
            return HELP
        of_call: dict[str, Callable[[str, HeldCall, Trace], str]] = {
            "a": self._release,
            "e": self._edit,
            "v": self._revert,
            "k": self._skip,
            "m": self._answer,
            "p": self._print,
        }
        if word not in of_call:
            raise InputError(f"{word}: not known; expected one of n s u c a e v k m b p q ?")
        if held is None:
            raise InputError("no call is held here: n begins the next verb")
        return of_call[word](rest, held, run)

    def _release(self, rest: str, held: HeldCall, run: Trace) -> str:
        self._stepper.release(held.call)
        return ""

    def _breakpoint(self, text: str) -> str:
        breakpoints = self._stepper.breakpoints
        if not text:
            known = "\n".join(map(_listed, breakpoints.all))
            return printable(known, lines=True) or "No breakpoint is set."
        word, _, query = text.partition(" ")
        turned = next((each for each in breakpoints.all if word in ("on", "off") and each.text == query.strip()), None)
        if turned is not None:
            if turned.is_on is not (word == "on"):
                breakpoints.toggle(turned.text)
            return printable(f"Breakpoint {word}: {turned.text}")
        if any(each.text == text for each in breakpoints.all):
            breakpoints.remove(text)
            return printable(f"No breakpoint any more: {text}")
        breakpoints.add(text)
        return printable(f"Breakpoint: {text}")

    def _edit(self, rest: str, held: HeldCall, run: Trace) -> str:
        prev_result = prev_result_in(held.stdin)
        what = rest or ("prevResult" if prev_result is not None else "stdin")
        stdin: bytes | None = held.stdin if "stdin" in held.edited else None
        environment = held.environment if "env" in held.edited else None
        if what == "env":
            text = self._edit_text("environment", environment_text(held.environment) + "\n")
            environment = environment_of(_lines(text), held.environment)
        elif what == "stdin":
            stdin = _bytes(_json(self._edit_text("stdin.json", laid_out(held.stdin)), "stdin"))
        elif what == "prevResult" and prev_result is not None:
            text = _json(self._edit_text("prevResult.json", laid_out(prev_result)), "prevResult")
            stdin = with_prev_result(held.stdin, text)
        else:
            raise InputError(f"e {rest}: expected e, e stdin, e env, or, where there is one, e prevResult")
        self._stepper.edit(held.call, stdin=stdin, environment=environment)
        return f"{what} edited: it is given when the call goes on; v takes it back."

    def _revert(self, rest: str, held: HeldCall, run: Trace) -> str:
        self._stepper.edit(held.call)
        return "Given as it was sent."

    def _skip(self, rest: str, held: HeldCall, run: Trace) -> str:
        self._stepper.skip(held.call)
        return f"{printable(held.plugin)} is skipped."

    def _answer(self, rest: str, held: HeldCall, run: Trace) -> str:
        if rest not in ("", "error"):
            raise InputError(f"m {rest}: expected m, or m error")
        error = {"cniVersion": run.network.cni_version, "code": 11, "msg": "answered by hand", "details": ""}
        start = json.dumps(error, indent=2) if rest else laid_out(skipping(held).stdout)
        text = self._edit_text("answer.json", start)
        self._stepper.answer(held.call, Answer(stdout=_bytes(text.strip()), exit_code=int(bool(rest))))
        return f"{printable(held.plugin)} is answered for."

    def _print(self, rest: str, held: HeldCall, run: Trace) -> str:
        call = run.call(held.call)
        return reply_text(call.stdout, call.stderr) if held.is_ended else request_text(held.stdin, held.environment)


def _listed(known: Breakpoint) -> str:
    return f"{'on ' if known.is_on else 'off'} {known.text}, {count_text(known.hits, 'hit', 'hits')}"


def _json(text: str, what: str) -> str:
    try:
        json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{what}: not JSON: {error}; nothing was kept") from None
    return text


def _lines(text: str) -> str:
    """The lines of an environment. Raises InputError."""
    lines = text.rstrip("\n")
    found = environment_complaint(lines)
    if found is not None:
        raise InputError(f"environment, line {found.line}: {found.message}; nothing was kept")
    return lines


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogateescape")
