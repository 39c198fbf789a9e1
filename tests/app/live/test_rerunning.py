from dataclasses import replace

import pytest

from app.live.link_edit import LinkEdit, with_prev_result
from app.live.rerunning import HOW, edit_scene, given_of, rerun_choices, rerun_question, why_not_editable
from app.stage import set_up
from tests.support.traces import (
    fail,
    failing_add,
    hostile,
    long_chain,
    made,
    missing_plugin,
    network,
    recorded,
)
from traces.model.trace import Failure, Trace
from traces.timeline.playback import move


def test_what_a_link_was_given_is_known() -> None:
    given = given_of(failing_add(), 1)
    assert b'"10.89.9.3/24"' in given.stdin
    assert any(entry.startswith(b"CNI_IFNAME=") for entry in given.environment)
    assert given.cni_version == "1.0.0"


def test_the_editor_says_what_becomes_of_it() -> None:
    scene = edit_scene(failing_add(), 1)
    assert scene.what == "link 1, portmap" and scene.submit == "Rerun"
    assert "rerun from portmap on, as a branch" in scene.consequence


def test_the_way_that_can_work_comes_first() -> None:
    assert [choice.key for choice in rerun_choices(failing_add(), 1, False)] == ["f", "m"]
    assert [choice.key for choice in rerun_choices(failing_add(), 1, False, ("bridge",))] == ["m", "f"]


def test_without_prev_result_nothing_is_materialised() -> None:
    assert [choice.key for choice in rerun_choices(failing_add(), 0, False)] == ["f"]
    assert [choice.key for choice in rerun_choices(missing_plugin(), 2, False)] == ["f", "m"]


def test_ways_are_named_as_the_command_line_names_them() -> None:
    for choice in rerun_choices(failing_add(), 1, False):
        assert choice.label.startswith(f"{HOW[choice.key]}: ")


@pytest.mark.parametrize("edited", [False, True])
def test_the_dialog_speaks_of_an_edit_only_where_there_is_one(edited: bool) -> None:
    stdin = with_prev_result(given_of(failing_add(), 1).stdin, "{}")
    _, text = rerun_question(failing_add(), 1, LinkEdit(stdin=stdin) if edited else LinkEdit())
    choices = rerun_choices(failing_add(), 1, edited)
    assert "From this link on: portmap, bandwidth, firewall, tuning." in text
    assert ("Nothing was edited" in text) is not edited
    assert [("your edit" in choice.description) for choice in choices] == [edited, edited]


def test_the_dialog_names_what_was_edited() -> None:
    given = given_of(failing_add(), 1)
    prev_result = LinkEdit(stdin=with_prev_result(given.stdin, "{}"))
    assert "portmap is given your edited prevResult." in rerun_question(failing_add(), 1, prev_result)[1]
    both = LinkEdit(stdin=b"{}", environment=())
    assert "portmap is given your edited stdin and environment." in rerun_question(failing_add(), 1, both)[1]


def test_stand_ins_are_told_of() -> None:
    assert "The plugins, stand-ins for what is not here, run" in rerun_question(failing_add(), 1, LinkEdit())[1]
    simulated = replace(failing_add(), simulated=("bridge",))
    assert "The plugins, stand-ins among them, run" in rerun_question(simulated, 1, LinkEdit())[1]


def test_what_runs_before_is_named_in_the_verbs_order() -> None:
    assert rerun_choices(failing_add(), 2, False)[0].description.startswith("Runs before it: bridge, portmap. ")
    delete = rerun_choices(recorded(verb="DEL"), 3, False)[0].description
    assert delete.startswith("Runs before it: ADD of the whole chain, then tuning. ")
    assert rerun_choices(failing_add(), 0, False)[0].description == "No link comes before it."


def why_at(trace: Trace, step: int) -> str:
    stage = set_up(trace)
    return why_not_editable(replace(stage, playback=move(stage.playback, step)))


def test_who_cannot_be_edited_points_at_who_can() -> None:
    failed = "was never reached; portmap, link 1, is the one that failed:"
    assert why_at(failing_add(), 6) == f"bandwidth {failed} p goes there."
    assert why_at(failing_add(), 8) == f"tuning {failed} p p p goes there."
    assert "r reruns from it" in why_at(missing_plugin(), 6)
    assert why_at(made(network("a"), ()), 0).startswith("This step belongs to no link")


def test_very_many_keys_are_counted() -> None:
    trace = fail(long_chain(9), 1)
    assert why_at(trace, len(set_up(trace).steps) - 1).endswith("p, 7 times, goes there.")


def test_a_run_that_broke_off_names_no_culprit() -> None:
    broken = replace(recorded(), calls=recorded().calls[:3], failure=Failure(text="stopped"))
    assert why_at(broken, len(set_up(broken).steps) - 1) == "tuning was never reached: the run ended before it."


def test_the_question_is_safe_to_show() -> None:
    title, text = rerun_question(replace(hostile(), verb="\x1b[2J"), 1, LinkEdit(stdin=b"{}"))
    assert (title + text).isprintable()


def test_only_what_ran_on_a_host_can_be_rerun_in_place() -> None:
    trace = failing_add()
    for place, verb, keys in (
        ("sandbox", "ADD", "fm"),
        ("node", "ADD", "fmi"),
        ("netns", "DEL", "fmi"),
        ("node", "GC", "fm"),
    ):
        choices = rerun_choices(replace(trace, place=place, verb=verb), 1, False)
        assert "".join(choice.key for choice in choices) == keys
    assert HOW["i"] == "in-place"
