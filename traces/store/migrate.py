"""Brings a trace document of an earlier format version to the current one, a step at a time."""

from collections.abc import Callable, Mapping
from typing import Any

from traces.errors import StoreError
from traces.store.fields import Field

FORMAT = "cnistep-trace"
VERSION = 1

Step = Callable[[Mapping[str, Any]], Mapping[str, Any]]

STEPS: Mapping[int, Step] = {}
"""By the version that it starts from: the function that makes the next version's document."""


def migrated(document: Field) -> Field:
    """The document in the current version's form.

    Raises StoreError if it is no trace, or of a version that this program does not know.
    """
    if document.get("format").value != FORMAT:
        raise document.get("format").expected(f'"{FORMAT}"')
    version = document.get("version").whole()
    if version > VERSION:
        raise StoreError(
            f"{document.source}: {document.pointer}/version: this trace is of format version {version}, "
            f"and this cnistep knows versions up to {VERSION}: a newer cnistep can open it"
        )
    value = document.mapping()
    for start in range(version, VERSION):
        if start not in STEPS:
            raise document.get("version").expected(f"a version from {min(STEPS, default=VERSION)} to {VERSION}")
        value = STEPS[start](value)
    return Field(value, document.source, document.pointer)
