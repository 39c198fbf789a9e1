"""Every template, in the words of every layer, at every depth of quoting."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.error_texts import DEPTHS, ID, LAYERS, LOAD_ERRORS, PLUGIN_ERRORS, as_klog, in_containerd, in_libcni
from traces.diagnosis.explain.explain import explain_record

REPORTS = [
    json.loads(line) for line in (Path(__file__).parents[3] / "support" / "reports.jsonl").read_text().splitlines()
]
NOT_IN_THE_TEXT = {
    "c02": "the text says which plugin is missing; that it stands in mid-chain, only the chain says",
    "c06": "what a user sees, not what anybody wrote: «permission denied» is not in it",
    "c11": "there is no error: addresses are of the wrong network",
    "c13": "there is no error: the add-on is gone from the chain",
    "c25": "what a user sees: rules that are left, and no word of DEL's error",
    "c31": "there is no error: two pods have one address",
    "c32": "there is no error: reservations stay",
    "c35": "there is no error: ports are not reachable",
    "c54": "there is no error: two names of one key",
}
"""Cases whose symptom alone cannot name the kind, and why."""


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("layer", LAYERS)
def test_every_template_is_found_at_any_depth(layer: Callable[[str], str], depth: Callable[[str], str]) -> None:
    found = {error: explain_record(depth(layer(in_libcni(error))))[0] for error, _ in PLUGIN_ERRORS}
    assert {error: each.kind for error, each in found.items()} == dict(PLUGIN_ERRORS)
    assert {each.container_id for each in found.values()} == {ID}


@pytest.mark.parametrize("depth", DEPTHS)
def test_every_template_of_the_load_is_found(depth: Callable[[str], str]) -> None:
    wrapped = {error: f"cni config load failed: {error}: failed to load cni config" for error, _ in LOAD_ERRORS}
    assert {error: explain_record(depth(text))[0].kind for error, text in wrapped.items()} == dict(LOAD_ERRORS)


def test_a_bare_error_has_the_same_kind() -> None:
    bare = {error: explain_record(error) for error, kind in (*PLUGIN_ERRORS, *LOAD_ERRORS) if kind}
    assert {error: found[0].kind for error, found in bare.items()} == {
        error: kind for error, kind in (*PLUGIN_ERRORS, *LOAD_ERRORS) if kind
    }


@pytest.mark.parametrize("case", REPORTS, ids=lambda case: f"{case['id']}-{case['kind']}")
def test_a_report_names_its_kind_where_it_can(case: dict[str, str]) -> None:
    kinds = [kind for found in explain_record(case["symptom"]) for kind in found.kinds]
    assert (case["kind"] in kinds) == (case["id"] not in NOT_IN_THE_TEXT)


def test_a_missing_plugin_of_unknown_place_is_missing() -> None:
    case = next(case for case in REPORTS if case["id"] == "c02")
    assert explain_record(case["symptom"])[0].kinds == ("binary/missing",)


def test_link_entry_and_layers_are_told() -> None:
    found = explain_record(as_klog(in_containerd(in_libcni("no interfaces provided"))))[0]
    assert (found.plugin, found.entry, found.pod, found.namespace) == ("calico", "main", "web-0", "shop")
    assert [layer.who for layer in found.layers] == ["kubelet", "CRI", "containerd", "libcni", "calico"]
    assert found.layers[3].added == 'plugin type="calico" name="main" failed (add): …'


def test_a_delegate_is_told_with_who_ran_it() -> None:
    found = explain_record(LAYERS[2](in_libcni("no interfaces provided")))[0]
    assert (found.plugin, found.through, found.network) == ("calico", ("multus",), "k8s-pod-network")


def test_the_second_error_is_the_clean_up() -> None:
    first, second = explain_record(LAYERS[3]("no interfaces provided"))
    assert (first.verb, first.kind, first.is_cleanup) == ("ADD", "prevresult/no-interfaces", False)
    assert (second.verb, second.kind, second.is_cleanup) == ("DEL", "order/chained-plugin-first", True)
    assert "may name another link" in second.notes[0]


def test_joined_errors_of_gc_are_told_apart() -> None:
    first, second = "failed to GC plugin bridge: no such process", "failed to delete stale attachment abc eth0: gone"
    joined = f"{first}\n{second}"
    assert [(each.verb, each.plugin, each.error) for each in explain_record(joined)] == [
        ("GC", "bridge", "no such process"),
        ("GC", "", "gone"),
    ]


def test_a_deadline_of_an_add_that_never_began_is_not_dels() -> None:
    error = "netplugin failed with no error message: context deadline exceeded"
    assert explain_record(in_containerd(error))[0].kind == "timeout/never-executed"
    assert explain_record(f'failed to destroy network for sandbox "{ID}": {error}')[0].kind == "del/never-executed"


def test_how_the_process_ended_is_told() -> None:
    ended = {error: explain_record(in_containerd(in_libcni(error)))[0].ended for error, _ in PLUGIN_ERRORS}
    assert ended["netplugin failed with no error message: exit status 3"] == "exit status 3, stdout and stderr empty"
    assert (
        ended['netplugin failed: "cannot reach \\"it\\"": exit status 1']
        == "stdout empty, a text on stderr, exit status 1"
    )
    assert ended["no interfaces provided"] == "not 0, with an error object on stdout"
    assert ended["fork/exec /opt/cni/bin/bridge: exec format error"] == "never started"
    assert ended['failed to find plugin "portmap" in path [/opt/cni/bin /usr/lib/cni]'] == "never started"


def test_the_symptom_for_the_rules_says_the_same() -> None:
    symptom = explain_record(in_containerd(in_libcni("no interfaces provided")))[0].symptom
    assert (symptom.text, symptom.verb, symptom.plugin) == ("no interfaces provided", "ADD", "calico")
    assert (symptom.container_id, symptom.kind) == (ID, "prevresult/no-interfaces")


def test_the_symptom_keeps_what_libcni_put_before_it() -> None:
    error = "netplugin failed with no error message: context deadline exceeded"
    assert explain_record(as_klog(in_containerd(in_libcni(error))))[0].symptom.text == error
    load = "failed to load CNI config file /e/1.conf: error parsing configuration: missing 'type': invalid cni config"
    told = f"cni config load failed: {load}"
    assert explain_record(as_klog(f"x: {told}"))[0].symptom.text == told


def test_lines_of_a_load_that_went_well_are_no_error() -> None:
    found = explain_record("Found CNI network n (type=bridge) at /etc/cni/net.d/1.conflist")
    assert [each.is_error for each in found] == [False]


def test_words_of_other_things_are_not_explained() -> None:
    assert explain_record("the volume could not be mounted: no such device") == ()
