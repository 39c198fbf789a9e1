"""The filters that are recalled."""

import os
from pathlib import Path

import pytest

from traces.errors import StoreError
from traces.store.filter_list import FilterList


def test_nothing_is_made_before_a_filter_is_kept(tmp_path: Path) -> None:
    assert FilterList(tmp_path / "state").all() == ()
    assert not (tmp_path / "state").exists()


def test_filters_are_kept_for_this_user_alone(tmp_path: Path) -> None:
    FilterList(tmp_path / "state").keep(["pod~web", "exit!=0 \ud800"])
    assert FilterList(tmp_path / "state").all() == ("pod~web", "exit!=0 \ud800")
    assert os.stat(tmp_path / "state" / "filters.json").st_mode & 0o777 == 0o600


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    kept = FilterList(tmp_path)
    kept.keep(["x" * 5_000, *(f"f{number}" for number in range(30))])
    assert kept.all() == tuple(f"f{number}" for number in range(10, 30))


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"format":"cnistep-filters","filters":[1]}', b"\xff"])
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "filters.json").write_bytes(content)
    with pytest.raises(StoreError):
        FilterList(tmp_path).all()
