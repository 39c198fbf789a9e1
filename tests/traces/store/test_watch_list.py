import json
import stat
from pathlib import Path

import pytest

from traces.errors import StoreError
from traces.store.watch_list import WatchList


def test_nothing_is_watched_and_nothing_made_at_first(tmp_path: Path) -> None:
    assert WatchList(tmp_path / "state").of("pods") == ()
    assert not (tmp_path / "state").exists()


def test_expressions_are_kept_by_network_in_their_order(tmp_path: Path) -> None:
    watches = WatchList(tmp_path / "state")
    for network, expression in (("pods", "ips|len"), ("pods", "/ips/0"), ("other", "dns"), ("pods", "ips|len")):
        watches.change(network, expression)
    again = WatchList(tmp_path / "state")
    assert again.of("pods") == ("/ips/0", "ips|len")
    assert again.of("other") == ("dns",)


def test_an_expression_is_taken_away(tmp_path: Path) -> None:
    watches = WatchList(tmp_path)
    watches.change("pods", "a")
    assert watches.change("pods", "b") == ("a", "b")
    assert watches.change("pods", "a", remove=True) == ("b",)
    assert watches.change("pods", "b", remove=True) == ()
    assert json.loads((tmp_path / "watches.json").read_text())["networks"] == []


def test_the_file_is_the_owners_alone(tmp_path: Path) -> None:
    WatchList(tmp_path / "state").change("pods", "a")
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "state" / "watches.json").stat().st_mode) == 0o600


def test_names_that_are_no_text_come_back(tmp_path: Path) -> None:
    WatchList(tmp_path).change("n\udcff", "a\ud800")
    assert WatchList(tmp_path).of("n\udcff") == ("a\ud800",)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("{", "not JSON: the file ends before the document does"),
        ("{}", '/format: expected "cnistep-watches", found null'),
        ('{"format": "cnistep-watches", "version": 2}', "/version: expected 1, the newest that this cnistep knows"),
        ('{"format": "cnistep-watches", "version": 1, "networks": {}}', "/networks: expected a list"),
    ],
)
def test_a_damaged_file_is_told_in_a_line(tmp_path: Path, content: str, complaint: str) -> None:
    (tmp_path / "watches.json").write_text(content)
    with pytest.raises(StoreError) as error:
        WatchList(tmp_path).of("pods")
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)
    with pytest.raises(StoreError):
        WatchList(tmp_path).change("pods", "a")
    assert (tmp_path / "watches.json").read_text() == content
