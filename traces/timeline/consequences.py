"""Which differences are only consequences of one before them: what is handed on, and what follows a failure."""

from collections.abc import Sequence
from dataclasses import replace

from traces.timeline.compare_model import Aspect, Difference

_MOST_KNOWN = 100
"""Pairs of values that are looked for inside later texts."""
_SHORTEST = 4
"""Characters of a value that may be looked for inside a text: shorter ones are found anywhere."""
_ENDS = frozenset({Aspect.END, Aspect.CALL, Aspect.PLUGIN})
_WITH_THE_END = frozenset({Aspect.STDOUT, Aspect.KERNEL})
_REPLY = frozenset({Aspect.END, Aspect.STDOUT, Aspect.STDERR, Aspect.KERNEL})
_BEHIND_AN_END = frozenset({Aspect.CALL, Aspect.ERROR, Aspect.RESULT})


def mark_consequences(found: Sequence[Difference]) -> tuple[Difference, ...]:
    """The differences, given in the order of time, with those marked that only follow.

    That is a pair of values that was met before (an answer handed on as prevResult, a variable handed to a delegate),
    or a text that differs in nothing but such pairs. Of a call that ended otherwise it is its answer, its work in the
    kernel, the delegates that it did not call, and what its callers answered; behind it the calls that are missing, and
    the verb's outcome.
    """
    known = _Known()
    entries = {(each.at, each.before is None) for each in found if each.aspect is Aspect.KERNEL}
    failing = {each.subject for each in found if each.aspect is Aspect.END}
    ended: set[str] = set()
    marked: list[Difference] = []
    for each in found:
        behind = bool(ended) and each.aspect in _BEHIND_AN_END
        with_end = each.aspect in _WITH_THE_END and each.subject in ended
        of_caller = each.aspect in _REPLY and any(_is_below(subject, each.subject) for subject in ended)
        cut_short = each.aspect is Aspect.CALL and any(_is_below(each.subject, subject) for subject in failing)
        follows = (
            behind or with_end or of_caller or cut_short or known.explains(each) or known.explains_entry(each, entries)
        )
        marked.append(replace(each, follows=follows and not (each.edited or each.touched)))
        if each.aspect in _ENDS and not cut_short:
            ended.add(each.subject)
        else:
            known.learn(each)
    return tuple(marked)


def _is_below(subject: str, caller: str) -> bool:
    """Whether a call works for another, by their names."""
    return subject.startswith(f"{caller} > ")


class _Known:
    """The pairs of values that were met."""

    def __init__(self) -> None:
        self._met: set[tuple[str | None, str | None]] = set()
        self._texts: dict[str, str] = {}

    def learn(self, each: Difference) -> None:
        """Remember the pair; of an address also without its prefix length."""
        if each.aspect is Aspect.KERNEL:
            return
        self._met.add((each.before, each.after))
        if each.before is None or each.after is None or len(self._texts) >= _MOST_KNOWN:
            return
        before, after = each.before.strip('"'), each.after.strip('"')
        for one, other in ((before, after), (before.partition("/")[0], after.partition("/")[0])):
            if len(one) >= _SHORTEST and one != other:
                self._texts.setdefault(one, other)

    def explains(self, each: Difference) -> bool:
        """Whether the pair was met, or the right text is the left one with values replaced that differ already."""
        if each.aspect is not Aspect.KERNEL and (each.before, each.after) in self._met:
            return True
        return each.before is not None and each.after is not None and self._replaced(each.before) == each.after

    def explains_entry(self, each: Difference, entries: set[tuple[str, bool]]) -> bool:
        """Whether an entry of the kernel that one trace alone has is there in the other with values replaced."""
        if each.aspect is not Aspect.KERNEL or (each.before is None) == (each.after is None):
            return False
        if each.before is not None:
            return self._replaced(each.at) != each.at and (self._replaced(each.at), True) in entries
        return any(self._replaced(at) == each.at != at for at, is_right in entries if not is_right)

    def _replaced(self, text: str) -> str:
        for before, after in self._texts.items():
            text = text.replace(before, after)
        return text
