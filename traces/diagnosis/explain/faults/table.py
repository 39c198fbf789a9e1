"""All kinds of fault that a text can speak of."""

from collections.abc import Mapping

from traces.diagnosis.explain.faults import loading, start, state
from traces.diagnosis.explain.faults.fault import Fault

FAULTS: Mapping[str, Fault] = {**start.FAULTS, **loading.FAULTS, **state.FAULTS}
