"""Reads a query as it was typed."""

import re
from collections.abc import Iterator

from traces.errors import InputError
from traces.timeline.measure import one_line
from traces.timeline.query.fields import FIELDS, OUTCOMES, Field, Kind
from traces.timeline.query.query import Query
from traces.timeline.query.term import COMPARISONS, EMPTY, NOT_EMPTY, QUOTES, Term

_COMPARED = re.compile(rf"([A-Za-z_][\w-]*)\s*({'|'.join(map(re.escape, COMPARISONS))})\s*")
_EMPTY = re.compile(r"([A-Za-z_][\w-]*)\s+(not\s+)?empty(?!\S)", re.IGNORECASE)
_SHORT = re.compile(r"([A-Za-z_]+):")
_NOT = re.compile(r"not(?!\S)\s*", re.IGNORECASE)
_WORD = re.compile(r"\S+")
_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_SHOWN = 60
_FLAGS = ("yes", "no")


def parse(text: str) -> Query:
    """The query that was typed; an empty one fits everything.

    Raises InputError, in one line that begins with the word that is wrong and says what was expected.
    """
    return Query(terms=tuple(_Reader(text).terms()))


class _Reader:
    """Reads word after word."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0

    def terms(self) -> Iterator[Term]:
        """The words. Raises InputError."""
        while self._take(_SPACE) is not None and self._place < len(self._text):
            negated = False
            while self._take(_NOT) is not None:
                negated = not negated
                if self._place == len(self._text):
                    raise InputError("not: expected a word behind it")
            term = self._term(negated)
            if term is not None:
                yield term

    def _term(self, negated: bool) -> Term | None:
        """The next word; None for a field that asks for nothing yet, as «pod:» does."""
        start = self._place
        if found := self._take(_EMPTY):
            how = NOT_EMPTY if found[2] else EMPTY
            return Term(field=_field(found[1]).name, how=how, is_negated=negated)
        if found := self._take(_COMPARED):
            field, how = _field(found[1]), found[2]
            value, is_quoted = self._value()
            return _compared(field, how, value, is_quoted, negated, self._text[start : self._place])
        short = _SHORT.match(self._text, self._place)
        if short is not None and short[1].casefold() in FIELDS:
            return self._shortened(FIELDS[short[1].casefold()], short.end(), negated)
        value, is_quoted = self._value()
        if not value:
            raise InputError('"": expected a word between the quotes')
        if not is_quoted and value.endswith("!") and value[:-1].casefold() in FIELDS:
            raise InputError(f"{_shown(value)}: expected {_shown(value)}= or {_shown(value)}~ and a value")
        if not is_quoted and value.casefold() in OUTCOMES:
            value = value.casefold()
        return Term(values=(value,), is_quoted=is_quoted, is_negated=negated)

    def _shortened(self, field: Field, behind: int, negated: bool) -> Term | None:
        """«pod:web»: what it means most often."""
        start, self._place = self._place, behind
        if behind == len(self._text) or self._text[behind].isspace():
            return None
        value, is_quoted = self._value()
        how = "=" if field.kind in (Kind.NUMBER, Kind.FLAG) else "~"
        if not is_quoted and not value.strip(","):
            return None
        return _compared(field, how, value, is_quoted, negated, self._text[start : self._place])

    def _value(self) -> tuple[str, bool]:
        """What stands here, without its quotes, and whether it had some. Raises InputError."""
        if self._text[self._place : self._place + 1] in tuple(QUOTES):
            return self._quoted(), True
        found = self._take(_WORD)
        return (found[0] if found else ""), False

    def _quoted(self) -> str:
        start, quote = self._place, self._text[self._place]
        kept: list[str] = []
        place = start + 1
        while place < len(self._text):
            char = self._text[place]
            if char == quote:
                self._place = place + 1
                return "".join(kept)
            if char == "\\" and self._text[place + 1 : place + 2] in (quote, "\\"):
                place += 1
            kept.append(self._text[place])
            place += 1
        raise InputError(f"{_shown(self._text[start:])}: expected a closing {quote}")

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self._text, self._place)
        if found is not None:
            self._place = found.end()
        return found


def _field(name: str) -> Field:
    field = FIELDS.get(name.casefold())
    if field is None:
        raise InputError(f"unknown field {_shown(name)}: expected one of {' '.join(FIELDS)}")
    return field


def _compared(field: Field, how: str, value: str, is_quoted: bool, negated: bool, word: str) -> Term:
    """Raises InputError where the value is none that the field can have."""
    word = _shown(word)
    values = tuple(part for part in value.split(",") if part) if _is_listed(field, is_quoted) else (value,)
    if not is_quoted and not any(values):
        raise InputError(f'{word}: expected a value; {field.name} empty, or {field.name}="", asks for none')
    if field.kind is Kind.FLAG and not (how in ("=", "!=") and {each.casefold() for each in values} <= {*_FLAGS}):
        raise InputError(f"{word}: expected {field.name}=yes or {field.name}=no")
    if field.kind is Kind.NUMBER and "~" in how:
        raise InputError(f"{word}: expected = != < > <= or >=, as {field.name} is a number")
    is_number = field.kind is Kind.NUMBER or (field.kind is Kind.LIST and "~" not in how)
    if is_number and not all(_NUMBER.fullmatch(each) for each in values):
        raise InputError(f"{word}: expected a number{_or_part(field)}")
    if not is_number and how[0] in "<>":
        raise InputError(f"{word}: expected = != ~ or !~, as {field.name} is no number")
    if how[0] in "<>" and len(values) > 1:
        raise InputError(f"{word}: expected one number")
    if "~" in how and not any(values):
        raise InputError(f"{word}: expected what to look for")
    return Term(field=field.name, how=how, values=values, is_quoted=is_quoted, is_negated=negated)


def _is_listed(field: Field, is_quoted: bool) -> bool:
    """Whether a comma parts values that will each do: in a text it is but a comma."""
    return field.kind is not Kind.TEXT and not is_quoted


def _or_part(field: Field) -> str:
    return f", as {field.name} are counted; {field.name}~TEXT looks into them" if field.kind is Kind.LIST else ""


def _shown(word: str) -> str:
    text = one_line(word)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
