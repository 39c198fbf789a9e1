"""Stylesheets that are parsed and matched once for all the apps of a test run: a user starts one, the tests a thousand.

Most of what Textual matches are virtual nodes, one for each component class of each widget, made again with whatever
changes above them, and seldom looked at. What the rules make of them depends on the rules, on the names and states of
the widget and of those above it, and on nothing else.
"""

from collections.abc import Mapping
from typing import Any

from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.styles import RenderStyles, RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode

_PARSED: dict[frozenset[tuple[str, str]], LRUCache[Any, list[RuleSet]]] = {}
"""What Textual keeps of a stylesheet's files, by the variables that they were read with."""
_MATCHED: dict[tuple[RuleSet, ...], "_Rules"] = {}
"""What was found out about rules that can hold for components."""
_DOM_NODE = frozenset(base.__name__ for base in DOMNode._css_bases(DOMNode))
"""The types of a virtual node, as rules name them."""


class _Rules:
    """Rules that can hold for components."""

    def __init__(self, rules: tuple[RuleSet, ...]) -> None:
        self.states = sorted(set().union(*(rule.pseudo_classes for rule in rules)))
        """The pseudo-classes that these rules ask for."""
        self.made: dict[Any, dict[str, RulesMap]] = {}
        """What they make of each component, by what they can see of its widget."""


class _Components(dict[str, RenderStyles]):
    """The styles of a widget's components, each made when it is asked for."""

    def __init__(self, node: DOMNode, rules: Mapping[str, RulesMap]) -> None:
        super().__init__()
        self.node, self.rules = node, rules

    def __contains__(self, name: object) -> bool:
        return name in self.rules

    def __missing__(self, name: str) -> RenderStyles:
        virtual = _virtual(self.node, name)
        virtual.styles.base.merge_rules(self.rules[name])
        self[name] = virtual.styles
        return virtual.styles

    def clear(self) -> None:
        super().clear()
        self.rules = {}


class _Shared(Stylesheet):
    """How a stylesheet is made, given other variables, and applied to components, with what another has found out."""

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        _init(self, variables=variables)
        self._parse_cache = _parsed(variables or {})

    def set_variables(self, variables: dict[str, str]) -> None:
        self._parse_cache = LRUCache(1)  # the shared one is not to be emptied
        _set_variables(self, variables)
        self._parse_cache = _parsed(variables)

    def _process_component_classes(self, node: DOMNode) -> None:
        components = node._get_component_classes()
        if not components:
            return
        rules, before = _rules_for(self, components), node._component_styles
        seen = components, _seen(node, rules.states)
        if seen not in rules.made:
            rules.made[seen] = {name: _matched(self, node, name) for name in components}
        made = rules.made[seen]
        if not isinstance(before, _Components) or before.rules != made:
            node._component_styles = _Components(node, made)
            node.refresh()


_init, _set_variables = Stylesheet.__init__, Stylesheet.set_variables


def _parsed(variables: Mapping[str, str]) -> LRUCache[Any, list[RuleSet]]:
    return _PARSED.setdefault(frozenset(variables.items()), LRUCache(1024))


def _rules_for(stylesheet: Stylesheet, components: frozenset[str]) -> _Rules:
    """The rules that can hold for these components."""
    known: dict[frozenset[str], _Rules]
    of, known = vars(stylesheet).get("_rules_for", (None, {}))
    if of is not stylesheet.rules:
        of, known = vars(stylesheet)["_rules_for"] = stylesheet.rules, {}
    if components not in known:
        names = {"*", *_DOM_NODE, *(f".{name}" for name in components)}
        rules = tuple(rule for rule in of if not names.isdisjoint(rule.selector_names))
        known[components] = _MATCHED.setdefault(rules, _Rules(rules))
    return known[components]


def _virtual(node: DOMNode, component: str) -> DOMNode:
    """What stands for a component of a node."""
    virtual = DOMNode(classes=component)
    virtual._attach(node)
    return virtual


def _matched(stylesheet: Stylesheet, node: DOMNode, component: str) -> RulesMap:
    """What the rules make of a component of a node."""
    virtual = _virtual(node, component)
    stylesheet.apply(virtual)
    return virtual.styles.base.get_rules()


def _seen(node: DOMNode, states: list[str]) -> tuple[Any, ...]:
    """All that rules which ask for no other states can see of a node."""
    return tuple(
        (type(each), each.id, frozenset(each._classes), tuple(name for name in states if each.has_pseudo_class(name)))
        for each in node.css_path_nodes
    )


def share() -> None:
    """Let every app share them; and know a rule by its identity without asking Python, a million times a test."""
    for name in ("__init__", "set_variables", "_process_component_classes"):
        setattr(Stylesheet, name, vars(_Shared)[name])
    RuleSet.__hash__ = object.__hash__  # type: ignore[method-assign]
