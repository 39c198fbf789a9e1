"""Documents of other format versions."""

from typing import Any

import pytest

from traces.errors import StoreError
from traces.store import migrate
from traces.store.fields import Field
from traces.store.migrate import FORMAT, VERSION, migrated


def test_current_version_is_left_as_it_is() -> None:
    document = Field({"format": FORMAT, "version": VERSION, "x": 1}, "s", "/traces/1")
    assert migrated(document) == document


def test_newer_version_asks_for_a_newer_cnistep() -> None:
    with pytest.raises(StoreError, match=f"^s: /version: .*version {VERSION + 1}, .* up to {VERSION}: a newer cnistep"):
        migrated(Field({"format": FORMAT, "version": VERSION + 1}, "s"))


def test_version_that_never_was_is_refused() -> None:
    with pytest.raises(StoreError, match=r"^s: /version: expected .*, found 0$"):
        migrated(Field({"format": FORMAT, "version": 0}, "s"))


def test_each_version_is_brought_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    def rename(document: Any) -> Any:
        return {"new": document["old"]}

    monkeypatch.setattr(migrate, "VERSION", VERSION + 1)
    monkeypatch.setattr(migrate, "STEPS", {VERSION: rename})
    assert migrated(Field({"format": FORMAT, "version": VERSION, "old": 5}, "s")).value == {"new": 5}
