"""Values that might well stand at a place, and don't: from other places of the runs, and of the same kind."""

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from ipaddress import ip_interface
from typing import Any

from traces.cni.versions import KNOWN
from traces.lessons.place import ABSENT, Place, document_at, in_document, values_in
from traces.lessons.runs import Runs
from traces.model.trace import Trace
from traces.simulate.named import plugins_named

STRANGERS = ("portmap", "flannel", "calico", "host-local")
"""Plugins that are offered where a chain has too few of its own."""
_USUAL: Mapping[str, tuple[Any, ...]] = {
    "CNI_COMMAND": ("ADD", "DEL", "CHECK", "GC"),
    "CNI_IFNAME": ("eth0", "lo", "net1", "cni0"),
    "cniVersion": tuple(reversed(KNOWN)),
    "mtu": (1500, 1400, 9000, 1450),
    "code": (1, 11, 100, 999),
}
"""What stands under a name mostly."""
_SHAPES = (
    ("mac", re.compile(r"[0-9a-f]{2}(:[0-9a-f]{2}){5}")),
    ("address in a network", re.compile(r"[0-9a-f.:]*[.:][0-9a-f.:]*/\d{1,3}")),
    ("address", re.compile(r"\d{1,3}(\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:]*")),
    ("version", re.compile(r"\d{1,3}(\.\d{1,3}){2}")),
    ("path", re.compile(r"/.*")),
    ("made-up name", re.compile(r"veth[0-9a-f]+")),
    ("word", re.compile(r"[\w.-]{1,30}")),
)
_ENOUGH = 2
"""With fewer values that are like the actual one, any others are taken."""
_FEW = 100
"""Below it numbers beside a number are likely, from it on multiples."""


def names_plugin(place: Place) -> bool:
    """Whether a plugin's name stands there."""
    return _name(place) in ("plugin", "type")


def likely(runs: Runs, place: Place, actual: Any, seed: str) -> Iterator[Any]:
    """The values, the likeliest first; the actual one may be among them."""
    trace, name = runs.traces[place.run], _name(place)
    if names_plugin(place):
        yield from (*plugins_named(trace.network), *STRANGERS)
        return
    if isinstance(actual, bool):
        yield not actual
        return
    own, documents = document_at(runs, place), list(_alike(runs, place))
    near = [value for document in documents for value in values_in(document, place.pointer)]
    near += values_in(own, re.sub(r"/\d+(?=/|$)", "/*", place.pointer))
    near += _asked_for(trace, place)
    under = [value for document in documents for value in _under(document, name)]
    under += _USUAL.get(name, ())
    shape = shape_of(next((value for value in (actual, *near, *under) if value is not ABSENT), ""))
    scalars = [value for document in documents for value in _scalars(document)]
    random.Random(f"{seed} {place}").shuffle(scalars)
    empty: tuple[Any, ...] = ({},) if actual is ABSENT and shape == "dict" else ()
    alike = [value for value in (*under, *_beside(actual), *scalars) if shape_of(value) == shape]
    fitting = [value for value in (*near, *empty, *alike) if value not in (actual, "", None)]
    yield from fitting
    if len({repr(value) for value in fitting}) < _ENOUGH:
        yield from (*under, *scalars)


def likely_counts(counts: Iterable[int], actual: int) -> Iterator[int]:
    """Other numbers of entries: those of other places first."""
    yield from (*counts, actual + 1, abs(actual - 1), actual + 2, actual + 3)


def counted(runs: Runs, place: Place) -> Iterator[int]:
    """How many entries stand at that place in other documents."""
    found = (value for document in _alike(runs, place) for value in values_in(document, place.pointer))
    yield from (len(value) for value in found if isinstance(value, list | Mapping))


def shape_of(value: Any) -> str:
    """What kind of thing a value is: addresses stand beside addresses, names beside names."""
    if not isinstance(value, str):
        return type(value).__name__
    return next((shape for shape, form in _SHAPES if form.fullmatch(value)), "text")


def _name(place: Place) -> str:
    return place.pointer.rpartition("/")[2]


def _alike(runs: Runs, place: Place) -> Iterator[Any]:
    """The same document of all calls and runs."""
    for trace in runs.traces.values():
        yield from (in_document(trace, place, call) for call in (trace.calls if place.by else (None,)))


def _asked_for(trace: Trace, place: Place) -> Iterator[Any]:
    """What the runtime has for the pod, where it is to stand under runtimeConfig."""
    before, is_there, pointer = place.pointer.partition("/runtimeConfig")
    if is_there and not before:
        yield from values_in(dict(trace.attachment.capability_args), pointer)


def _under(value: Any, name: str) -> Iterator[Any]:
    """Everything that stands under a name, at any depth."""
    if isinstance(value, Mapping):
        if name in value:
            yield value[name]
        for inner in value.values():
            yield from _under(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _under(inner, name)


def _scalars(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping | list):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _scalars(inner)
    elif value not in (ABSENT, "", None):
        yield value


def _beside(actual: Any) -> Iterator[Any]:
    """Addresses beside an address, numbers beside a number."""
    if isinstance(actual, int) and not isinstance(actual, bool):
        yield from (actual + 1, actual + 2) if abs(actual) < _FEW else (actual // 2, actual * 10, actual * 2)
    if isinstance(actual, str) and shape_of(actual).startswith("address"):
        yield from _addresses(actual)


def _addresses(actual: str) -> Iterator[str]:
    try:
        address = ip_interface(actual)
        network = address.network
        # Beside a whole network stand the networks that are as large, beside an address those of its own network.
        step = network.num_addresses if address.ip == network.network_address and network.num_addresses > 1 else 1
        others = [address.ip + step, address.ip - step, network.network_address]
    except ValueError:
        return
    prefix = f"/{network.prefixlen}" if "/" in actual else ""
    yield from (f"{other}{prefix}" for other in others)
