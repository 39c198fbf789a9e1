"""Any snapshot at all, for property tests: strategies made from the types of the fields."""

from dataclasses import fields
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from tests.support.any_scalars import WHOLE, texts
from traces.model.snapshot import Moment, Snapshot

_SCALARS: dict[Any, st.SearchStrategy[Any]] = {str: texts, int: WHOLE, bool: st.booleans()}


def any_value(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of a frozen class, or of the type of one of its fields."""
    if hint in _SCALARS:
        return _SCALARS[hint]
    arguments = get_args(hint)
    if isinstance(hint, UnionType):
        return st.none() | any_value(next(part for part in arguments if part is not NoneType))
    if get_origin(hint) is tuple:
        return st.lists(any_value(arguments[0]), max_size=2).map(tuple)
    hints = get_type_hints(hint)
    return st.builds(hint, **{field.name: any_value(hints[field.name]) for field in fields(hint)})


def moments() -> st.SearchStrategy[tuple[Moment, ...]]:
    """The moments of a trace: some snapshots come more than once, as where a plugin changed nothing."""
    snapshots: st.SearchStrategy[list[Snapshot]] = st.lists(any_value(Snapshot), min_size=1, max_size=3)
    return snapshots.flatmap(
        lambda few: st.lists(
            st.builds(Moment, call=st.none() | texts, when=texts, snapshot=st.sampled_from(few)), max_size=4
        ).map(tuple)
    )
