"""What a rule is, and where all of them are: one file each in traces/diagnosis/rules."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from traces.diagnosis import rules as folder
from traces.diagnosis.case import Case
from traces.model.finding import Finding

SPECIFICATION = "https://www.cni.dev/docs/spec/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule. It matches no whole symptom: it looks at the case, and quotes what it saw there."""

    id: str
    """The beginning of its findings' kinds, or the kind itself: «binary/missing»."""
    looks_at: str
    """In words: «the plugin folders and the chain's links»."""
    specification: str = SPECIFICATION
    check: Callable[[Case], Iterable[Finding]]


@cache
def all_rules() -> Sequence[Rule]:
    """Every rule: the RULE of each module of the folder, in the order of their names."""
    names = sorted(module.name for module in iter_modules(folder.__path__))
    return tuple(import_module(f"{folder.__name__}.{name}").RULE for name in names)
