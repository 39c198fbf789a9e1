"""Templates as they are written, and what they take from a text."""

from traces.diagnosis.explain.layers.table import LEAVES, WRAPPERS
from traces.diagnosis.explain.template import says


def test_fields_take_all_up_to_what_stands_behind() -> None:
    match = says("x", 'sandbox "{id}" of {pod}: {E}', "").pattern.search('a sandbox "" of b_c: d: e')
    assert match
    assert match.groupdict() == {"id": "", "pod": "b_c", "inner": "d: e"}


def test_choices_may_be_nothing_and_hold_fields() -> None:
    pattern = says("x", 'type="{type}"« name="{entry}"|» failed', "").pattern
    with_name, without = pattern.search('type="a" name="b" failed'), pattern.search('type="a" failed')
    assert with_name and without
    assert (with_name["entry"], without["entry"]) == ("b", None)


def test_a_quoted_text_is_left_to_be_unquoted() -> None:
    template = says("x", "netplugin failed: {Q}", "")
    assert template.opens and template.is_wrapper
    assert template.pattern.match('netplugin failed: "a"').end() == len("netplugin failed: ")  # type: ignore[union-attr]


def test_signs_of_regular_expressions_are_plain_text() -> None:
    assert says("x", "a (b) [c] {d} ...", "").pattern.fullmatch("a (b) [c] x ...")


def test_only_layers_around_others_have_an_inside() -> None:
    assert all(template.opens or "inner" in template.pattern.groupindex for template in WRAPPERS)
    assert not any("inner" in template.pattern.groupindex for template in LEAVES)


def test_no_template_matches_a_whole_event() -> None:
    event = "Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox"
    assert not any(leaf.pattern.fullmatch(event) for leaf in LEAVES)
