"""The filters that a user asked a list for, to be recalled: one small JSON file beside the traces."""

from collections.abc import Sequence
from pathlib import Path

from traces.errors import StoreError
from traces.store.archive import parse, write_document
from traces.store.fields import Field, pack_text
from traces.store.folder import check_folder, locked, make_folder

_FORMAT = "cnistep-filters"
_VERSION = 1
_MOST = 20
_LONGEST = 1_000
"""Characters; nobody recalls a longer one."""


class FilterList:
    """The filters in a state directory. Nothing is made before the first one is kept."""

    def __init__(self, state_dir: Path) -> None:
        """Use that directory, whether it is there or not."""
        self._folder = state_dir
        self._file = state_dir / "filters.json"

    def all(self) -> tuple[str, ...]:
        """The newest of them, the oldest first. Raises StoreError."""
        check_folder(self._folder)
        source = str(self._file)
        try:
            content = self._file.read_bytes()
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise StoreError(f"cannot read {source}: {error.strerror}") from error
        document = Field(parse(content, source), source)
        if document.get("format", None).value != _FORMAT:
            raise document.get("format", None).expected(f'"{_FORMAT}"')
        return document.get("filters").each(Field.text)[-_MOST:]

    def keep(self, filters: Sequence[str]) -> None:
        """Keep these, and no others. Raises StoreError."""
        check_folder(self._folder)
        make_folder(self._folder)
        kept = [pack_text(text) for text in filters if len(text) <= _LONGEST][-_MOST:]
        with locked(self._folder / "lock"):
            write_document(self._file, {"format": _FORMAT, "version": _VERSION, "filters": kept})
