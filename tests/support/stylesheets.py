"""Stylesheets that are parsed once for all the apps of a test run: a user starts one, the tests start a thousand."""

from collections.abc import Mapping
from typing import Any

from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

_PARSED: dict[frozenset[tuple[str, str]], LRUCache[Any, list[RuleSet]]] = {}
"""What Textual keeps of a stylesheet's files, by the variables that they were read with."""


class _Shared(Stylesheet):
    """How a stylesheet is made, and given other variables, that takes what another has parsed."""

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        _init(self, variables=variables)
        self._parse_cache = _parsed(variables or {})

    def set_variables(self, variables: dict[str, str]) -> None:
        self._parse_cache = LRUCache(1)  # the shared one is not to be emptied
        _set_variables(self, variables)
        self._parse_cache = _parsed(variables)


_init, _set_variables = Stylesheet.__init__, Stylesheet.set_variables


def _parsed(variables: Mapping[str, str]) -> LRUCache[Any, list[RuleSet]]:
    return _PARSED.setdefault(frozenset(variables.items()), LRUCache(1024))


def share() -> None:
    """Let every app share them; and know a rule by its identity without asking Python, a million times a test."""
    for name in ("__init__", "set_variables"):
        setattr(Stylesheet, name, vars(_Shared)[name])
    RuleSet.__hash__ = object.__hash__  # type: ignore[method-assign]
