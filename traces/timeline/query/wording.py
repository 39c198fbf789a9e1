"""How texts and numbers are compared with what a query asks for. Case never matters."""

import re
from collections.abc import Callable
from fnmatch import translate
from functools import lru_cache
from operator import ge, gt, le, lt

from traces.timeline.query.fields import Kind
from traces.timeline.query.term import Term

_WILD, _WILD_IN_NAMES = frozenset("*?"), frozenset("*?[")
_ORDERS: dict[str, Callable[[float, float], bool]] = {"<": lt, ">": gt, "<=": le, ">=": ge}

TextTest = Callable[[str], bool]
"""Whether a text is asked for."""
RangeTest = Callable[[float, float], bool]
"""Whether a number between two is asked for; mostly both are the same."""


@lru_cache(maxsize=256)
def text_test(term: Term) -> TextTest:
    """The test of a word that compares texts, without what a leading ``!`` or ``not`` makes of it."""
    kind = term.known.kind if term.known else Kind.TEXT
    tests = tuple(_one_test(value.casefold(), term.how, kind, is_quoted=term.is_quoted) for value in term.values)
    if len(tests) == 1:
        return tests[0]
    return lambda text: any(test(text) for test in tests)


@lru_cache(maxsize=256)
def range_test(term: Term) -> RangeTest:
    """The test of a word that compares numbers."""
    wanted = tuple(map(_number, term.values))
    order = _ORDERS.get(term.how)
    if order is None:
        return lambda least, most: any(least <= value <= most for value in wanted)
    value = wanted[0]
    return lambda least, most: order(least, value) or order(most, value)


def _number(text: str) -> float:
    """Whole numbers stay whole: a code may have 64 bits."""
    return float(text) if "." in text or len(text) > 30 else int(text)


def _one_test(value: str, how: str, kind: Kind, *, is_quoted: bool) -> TextTest:
    whole = how in ("=", "!=")
    is_name = kind in (Kind.NAME, Kind.START)
    if not is_quoted and (_WILD_IN_NAMES if is_name else _WILD) & set(value):
        if whole or is_name:
            pattern = _wild(value, is_name)
            return lambda text: pattern.match(text.casefold()) is not None
        inside = _wild(f"*{value}*", is_name)
        return lambda text: any(map(inside.match, text.casefold().split("\n")))
    if whole:
        return lambda text: text.casefold() == value
    if kind is Kind.START:
        return lambda text: text.casefold().startswith(value)
    return lambda text: value in text.casefold()


def _wild(value: str, is_name: bool) -> re.Pattern[str]:
    """``*`` is any text, in a long one of a line, ``?`` any character, in names ``[ab]`` one of those."""
    return re.compile(translate(value if is_name else value.replace("[", "[[]")))
