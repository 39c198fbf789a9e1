"""The expressions that a user watches, by network: one small JSON file beside the traces."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from traces.errors import StoreError
from traces.store.archive import parse, write_document
from traces.store.fields import Field, pack_text
from traces.store.folder import check_folder, locked, make_folder

_FORMAT = "cnistep-watches"
_VERSION = 1


class WatchList:
    """The watch expressions in a state directory. Nothing is made before the first one is kept."""

    def __init__(self, state_dir: Path) -> None:
        """Use that directory, whether it is there or not."""
        self._folder = state_dir
        self._file = state_dir / "watches.json"

    def of(self, network: str) -> tuple[str, ...]:
        """What is watched in traces of that network, in the order in which it was asked for. Raises StoreError."""
        check_folder(self._folder)
        return self._read().get(network, ())

    def change(self, network: str, expression: str, *, remove: bool = False) -> tuple[str, ...]:
        """Watch one more expression, or one less, and give all that are watched by now. Raises StoreError."""
        check_folder(self._folder)
        make_folder(self._folder)
        with locked(self._folder / "lock"):
            known = dict(self._read())
            others = tuple(each for each in known.get(network, ()) if each != expression)
            known[network] = others if remove else (*others, expression)
            write_document(self._file, _document({name: watched for name, watched in known.items() if watched}))
        return known[network]

    def _read(self) -> Mapping[str, tuple[str, ...]]:
        source = str(self._file)
        try:
            content = self._file.read_bytes()
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise StoreError(f"cannot read {source}: {error.strerror}") from error
        document = Field(parse(content, source), source)
        if document.get("format", None).value != _FORMAT:
            raise document.get("format", None).expected(f'"{_FORMAT}"')
        if document.get("version").whole() > _VERSION:
            raise document.get("version").expected(f"{_VERSION}, the newest that this cnistep knows")
        return dict(document.get("networks").each(_read_network))


def _document(networks: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    rows = [
        {"name": pack_text(name), "watches": [pack_text(each) for each in watched]}
        for name, watched in networks.items()
    ]
    return {"format": _FORMAT, "version": _VERSION, "networks": rows}


def _read_network(field: Field) -> tuple[str, tuple[str, ...]]:
    return field.get("name").text(), field.get("watches").each(Field.text)
