"""One word of a query, and how it is written."""

from dataclasses import dataclass

from traces.timeline.query.fields import FIELDS, OUTCOMES, Field, Kind

COMPARISONS = ("!=", "!~", "<=", ">=", "=", "~", "<", ">")
"""The operators; what begins alike stands first that is longer."""
EMPTY, NOT_EMPTY = "empty", "not empty"
QUOTES = "\"'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One word: a field with what is asked of it; without a field, an outcome or what is looked for everywhere."""

    field: str = ""
    how: str = "~"
    """A comparison, «empty» or «not empty»."""
    values: tuple[str, ...] = ()
    """Any of which will do."""
    is_quoted: bool = False
    """Whether wildcards, commas and outcomes are nothing but text."""
    is_negated: bool = False

    @property
    def known(self) -> Field | None:
        """What the table says of its field; None where it has none."""
        return FIELDS.get(self.field)

    @property
    def outcome(self) -> str:
        """failed, running or ok, where the word is one of those; else empty."""
        is_one = not self.field and not self.is_quoted and self.values[0].casefold() in OUTCOMES
        return self.values[0].casefold() if is_one else ""

    @property
    def of_call(self) -> bool:
        """Whether it asks for what a call has, and not its trace."""
        return self.known is not None and self.known.of_call and not self.known.of_trace

    @property
    def needs_answer(self) -> bool:
        """Whether it asks for what only an ended call has."""
        return self.outcome in ("failed", "ok") or (self.known is not None and self.known.in_answer)

    @property
    def needs_trace(self) -> bool:
        """Whether a list can't tell without opening the trace."""
        if self.known is None or self.known.in_list:
            return False
        is_counted = self.known.of_call and self.how in (EMPTY, NOT_EMPTY) and self.field != "msg"
        return not (is_counted or (self.known.kind is Kind.LIST and "~" not in self.how))

    def __str__(self) -> str:
        """As a user would type it; read again it gives the same."""
        return f"not {self._text}" if self.is_negated else self._text

    @property
    def _text(self) -> str:
        if self.how in (EMPTY, NOT_EMPTY):
            return f"{self.field} {self.how}"
        value = quoted(self.values[0]) if self.is_quoted else ",".join(self.values)
        return f"{self.field}{self.how}{value}" if self.field else value


def quoted(value: str) -> str:
    """The value in quotes."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
