import inspect

from textual.binding import Binding

from app.features.feature import Feature
from app.keys.feature_keys import FEATURE_SECTIONS
from app.keys.key_table import APP_KEYS, SCOPES, SCREEN_KEYS, SECTIONS
from app.keys.keymap import FEATURES, ON_DEMAND, feature_named, hints, with_keys
from app.keys.panel_keys import CANVAS, IN_EDITOR, IN_LIST, IN_PAYLOAD
from app.screens.debugger import DebuggerScreen
from panels.hint_bar import fit_hints
from panels.render.call_panel import CallPanel
from panels.render.row_list import RowList
from panels.result_editor import ResultEditor
from panels.traces_panel import TracesPanel

ALL_FEATURES = (*FEATURES, *map(feature_named, ON_DEMAND))
IN_PANELS = (*IN_PAYLOAD, *IN_LIST, *IN_EDITOR)


def action_names() -> list[str]:
    keys = (*SCREEN_KEYS, *CANVAS)
    return [key.action.removeprefix("screen.").partition("(")[0] for key in keys]


def test_every_key_does_something() -> None:
    for name in action_names():
        owner, method = (DebuggerScreen, name) if "." not in name else (None, name)
        if owner is not None:
            assert inspect.isfunction(getattr(owner, f"action_{method}")), name


def test_ids_and_keys_are_unique() -> None:
    keys = [key for each in SCREEN_KEYS if each.keys for key in each.keys.split(",")]
    ids = [key.id for _, section in SECTIONS for key in section]
    assert len(keys) == len(set(keys))
    assert len(ids) == len(set(ids))


def test_help_shows_every_key_of_the_screen() -> None:
    shown = [key for _, section in SECTIONS for key in section]
    panels = (key for scope in SCOPES[1:] for key in scope)
    assert set(shown) == {*SCREEN_KEYS, *APP_KEYS, *panels}


def test_help_tells_the_panels_keys_truly() -> None:
    panels = (CallPanel, TracesPanel, RowList, ResultEditor)
    bindings = [binding for panel in panels for binding in panel.BINDINGS]
    bound = {(binding.id, binding.key) for binding in bindings if isinstance(binding, Binding)}
    assert {(key.id, key.keys) for key in IN_PANELS} <= bound


def test_no_key_belongs_to_terminal_or_multiplexer() -> None:
    keys = {key for each in SCREEN_KEYS if each.keys for key in each.keys.split(",")}
    assert not keys & {"ctrl+s", "ctrl+b", "ctrl+a", "ctrl+h", "ctrl+i", "ctrl+j", "ctrl+m"}


def test_the_key_that_suspends_everywhere_suspends_here() -> None:
    assert [key.id for key in SCREEN_KEYS if key.keys == "ctrl+z"] == ["suspend"]


def test_the_last_row_has_eight_hints_that_fit() -> None:
    shown = hints(space="Pause")
    assert len(shown) == 8
    assert fit_hints(shown, 80) == list(shown)


def test_only_a_run_can_be_stopped() -> None:
    assert "Stop" in [hint.text for hint in fit_hints(hints(running=True), 80)]
    assert "Stop" not in [hint.text for hint in hints()]


def test_help_is_the_last_hint_to_go() -> None:
    assert [hint.text for hint in fit_hints(hints(), 9)] == ["Help"]
    assert [hint.text for hint in fit_hints(hints(), 50)][-1] == "Help"


def test_a_way_in_or_out_fits_beside_all_others() -> None:
    for into, out, text in ((True, False, "In"), (False, True, "Out"), (True, True, "In")):
        shown = hints(into=into, out=out)
        assert [hint.text for hint in shown if hint.key in "su"] == [text]
        assert fit_hints(shown, 80) == list(shown)


def test_every_key_of_a_feature_names_its_method() -> None:
    for feature in ALL_FEATURES:
        for key in feature.KEYS:
            name, _, method = key.action.removeprefix("do('").removesuffix("')").partition(".")
            assert name == feature.NAME, key.id
            assert inspect.isfunction(getattr(feature, method)), key.id


def test_the_table_has_every_features_keys() -> None:
    assert {feature.TITLE: feature.KEYS for feature in ALL_FEATURES} == dict(FEATURE_SECTIONS)


def test_what_is_loaded_on_demand_needs_no_word_of_the_screen() -> None:
    for name in ON_DEMAND:
        feature = feature_named(name)
        hooks = ("mounted", "shown", "takes", "resized", "back")
        assert name == feature.NAME
        assert [hook for hook in hooks if getattr(feature, hook) is not getattr(Feature, hook)] == []


def test_hints_name_the_users_own_keys() -> None:
    shown = with_keys(hints(), {"play": "f8"})
    assert [hint.key for hint in shown if hint.action == "play"] == ["f8"]
    assert [hint.key for hint in shown if hint.action == "edit"] == ["e"]
