"""Places in a lesson's runs are read, and found."""

import pytest

from traces.errors import InputError
from traces.lessons.place import ABSENT, Place, read_place, values_in

DOCUMENT = {"ips": [{"address": "10.0.0.1/8"}, {"address": "10.0.0.2/8"}], "a/b": {"c~d": 1}}


def test_a_place_reads_back_as_it_was_written() -> None:
    for text in (
        "add link 1 stdin /prevResult/ips",
        "add call 0 env /CNI_IFNAME",
        "add plugin tuning stdin",
        "del error /msg",
        "add result",
    ):
        assert str(read_place(text, "here", ("add", "del"))) == text


def test_its_parts_are_told_apart() -> None:
    place = read_place("add link 1 stdin /name", "here", ("add",))
    assert place == Place(run="add", by="link", number=1, document="stdin", pointer="/name")
    place = read_place("add plugin tuning config /mac", "here", ("add",))
    assert place == Place(run="add", by="plugin", name="tuning", document="config", pointer="/mac")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "add",
        "gone result",
        "add link x stdin",
        "add link 1 result",
        "add plugin tuning result",
        "add plugin stdin /a",
        "add stdin",
        "add result ips",
        "add result /a /b",
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"^here: .*expected RUN link N"):
        read_place(text, "here", ("add",))


@pytest.mark.parametrize(
    ("pointer", "found"),
    [
        ("", [DOCUMENT]),
        ("/ips/1/address", ["10.0.0.2/8"]),
        ("/ips/*/address", ["10.0.0.1/8", "10.0.0.2/8"]),
        ("/a~1b/c~0d", [1]),
        ("/ips/2", []),
        ("/ips/x", []),
        ("/ips/0/address/deeper", []),
    ],
)
def test_pointers_lead_to_values(pointer: str, found: list[object]) -> None:
    assert list(values_in(DOCUMENT, pointer)) == found


def test_nothing_is_in_nothing() -> None:
    assert list(values_in(ABSENT, "")) == list(values_in(ABSENT, "/x")) == []
