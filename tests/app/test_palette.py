from app.keys.key_table import SECTIONS
from app.keys.panel_keys import CANVAS, IN_PAYLOAD
from app.palette import Entry, bound_ids, found, key_entries, merged
from app.screens.canvas import Canvas
from panels.render.call_panel import CallPanel


async def nothing() -> None:
    """Do nothing."""


def entries(*titles: str) -> list[Entry]:
    return [Entry(title=title, run=nothing) for title in titles]


def titles(entries: list[Entry]) -> list[str]:
    return [entry.title for entry in entries]


def test_what_begins_with_the_text_comes_before_what_holds_it() -> None:
    known = entries("Rerun the last step", "Last step", "The blast")
    assert titles(found(known, "last")) == ["Last step", "Rerun the last step", "The blast"]


def test_every_word_has_to_be_met_and_those_in_a_row_first() -> None:
    assert titles(found(entries("One step back", "One step on"), "step on")) == ["One step on", "One step back"]
    assert found(entries("One step back"), "step sideways") == []


def test_an_alias_comes_before_all_else() -> None:
    quits = Entry(title="Back, then leave", run=nothing, aliases=("q",))
    assert found([*entries("Quick look", "q-length"), quits], "q")[0] is quits


def test_a_key_finds_its_action() -> None:
    slower = Entry(title="Play slower", run=nothing, keys="<")
    assert found([*entries("Play"), slower], "<") == [slower]


def test_what_is_not_listed_is_found_by_typing() -> None:
    theme = Entry(title="Theme nord", run=nothing, is_listed=False)
    assert found([theme], "") == []
    assert found([theme], "nord") == [theme]


def test_the_ids_of_a_part_are_its_own_and_its_bases() -> None:
    assert {key.id for key in CANVAS} <= bound_ids(Canvas())
    assert "payload.hex" in {key.id for key in IN_PAYLOAD} & bound_ids(CallPanel())


def test_every_key_becomes_an_entry_with_its_id() -> None:
    keys = [key for _, section in SECTIONS for key in section]
    made = list(key_entries(Canvas(), keys))
    assert [entry.aliases[-1] for entry in made] == [key.id for key in keys]


def test_what_has_one_title_is_one_entry_with_all_keys() -> None:
    back, comma = (Entry(title="One step back", run=nothing, keys=keys, aliases=(keys,)) for keys in ("left", ","))
    (entry,) = merged([back, comma])
    assert (entry.keys, entry.aliases) == ("left  ,", ("left", ","))
