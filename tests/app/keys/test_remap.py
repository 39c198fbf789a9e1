from dataclasses import replace
from pathlib import Path

import pytest

from app.debugger_app import DebuggerApp
from app.keys.key import Key
from app.keys.key_table import SCOPES, SECTIONS
from app.keys.remap import Remap, checked, remap_of
from app.looks.config import Config
from tests.support.screens import NARROW, backend_of, screen_lines, screen_of
from tests.support.traces import recorded
from traces.errors import InputError

CONFIG = Config(path=Path("/c.toml"), found=True)


def of(**keys: str) -> Config:
    named = {name.replace("__", "."): key for name, key in keys.items()}
    return replace(CONFIG, keys=named, lines={name: place for place, name in enumerate(named, 2)})


def test_the_table_has_no_clash_of_its_own() -> None:
    assert checked(CONFIG, SCOPES) == Remap()


def test_two_actions_may_change_their_keys() -> None:
    assert checked(of(quit="p", link__before="q"), SCOPES).keys == {"quit": "p", "link.before": "q"}


def test_a_key_with_two_meanings_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        checked(of(slower="q"), SCOPES)
    assert str(caught.value) == "/c.toml:2: «slower» and «quit» are both q"


def test_a_key_of_a_part_may_mean_something_else_elsewhere() -> None:
    assert checked(of(payload__hex="r"), SCOPES).keys == {"payload.hex": "r"}
    with pytest.raises(InputError, match="are both t"):
        checked(of(payload__hex="t"), SCOPES)


def test_a_wrong_id_is_refused_with_the_nearest() -> None:
    with pytest.raises(InputError) as caught:
        checked(of(slowre="k"), SCOPES)
    assert str(caught.value) == "/c.toml:2: «slowre» is no id of an action; expected «slower»?"


def test_sections_and_hints_have_the_new_keys() -> None:
    remap = Remap(keys={"slower": "f8,question_mark"})
    shown = [key.shown for _, keys in remap.sections(SECTIONS) for key in keys if key.id == "slower"]
    slower = Key(id="slower", keys="<", shown="<", action="slower", help="")
    assert shown == ["f8  ?"]
    assert remap.shown((slower,)) == {"slower": "f8"}


def test_an_app_without_keys_of_its_own_has_the_tables() -> None:
    assert remap_of(object()) == Remap()


async def test_a_remapped_key_works_and_the_old_one_does_not() -> None:
    remap = Remap(keys={"step.on": "f8", "payload.hex": "f9", "palette": "f7"})
    app = DebuggerApp(backend_of((recorded(),)), recorded(), remap=remap)
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("full_stop")
        assert screen_of(pilot).cursor == 0
        await pilot.press("f8")
        assert screen_of(pilot).cursor == 1
        await pilot.press("3", "h")
        await pilot.pause()
        assert not any("hex" in line for line in screen_lines(pilot))
        await pilot.press("f9")
        await pilot.pause()
        assert any("hex" in line for line in screen_lines(pilot))


async def test_swapped_keys_do_each_others_work() -> None:
    remap = checked(of(quit="p", link__before="q"), SCOPES)
    app = DebuggerApp(backend_of((recorded(),)), recorded(), remap=remap)
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("n", "q")
        assert screen_of(pilot).cursor == 0
        assert app.is_running
        assert any(" p Quit" in line for line in screen_lines(pilot))
        await pilot.press("p")
        await pilot.pause()
    assert app.return_code == 0
