"""One grammar for finding traces and calls: in lists, in breakpoints, on the command line."""

from traces.timeline.query.fields import GRAMMAR
from traces.timeline.query.parser import parse
from traces.timeline.query.query import Query

__all__ = ["GRAMMAR", "Query", "parse"]
