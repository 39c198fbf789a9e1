"""Explains one record: an event, a line of a log, or a text that somebody copied."""

from traces.diagnosis.explain.compose import composed
from traces.diagnosis.explain.explanation import Explanation
from traces.diagnosis.explain.frame import Framed, framed
from traces.diagnosis.explain.peel import peel


def explain_record(record: str) -> tuple[Explanation, ...]:
    """The errors that a record speaks of; none where no template knows anything of it.

    A terminal may have broken the record into lines, between words or within them: what makes more sense is taken.
    """
    if "\n" not in record:
        return explain_message(framed(record))
    lines = [line.strip("\r\n") for line in record.split("\n")]
    readings = [
        explain_message(framed(way))
        for way in (" ".join(line.strip() for line in lines), "".join(lines), "\n".join(lines))
    ]
    return max(readings, key=lambda found: (sum(len(each.layers) for each in found), len(found)))


def explain_message(message: Framed) -> tuple[Explanation, ...]:
    """The errors that a message speaks of."""
    return tuple(composed(peeled, message) for peeled in peel(message.text))
