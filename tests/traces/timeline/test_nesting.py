import json
from dataclasses import replace

from tests.support.nested import two_more_networks
from tests.support.traces import FLANNEL, MULTUS, recorded, simple_call
from traces.model.call import Call, Outcome
from traces.timeline.nesting import NestedLink, call_paths, nested_link, path_order, place_in_chain


def stdin(name: str, **more: object) -> bytes:
    return json.dumps({"name": name, **more}).encode()


def called(id_: str, name: str, *, verb: str = "ADD", plugin: str = "tuning", **more: object) -> Call:
    """A delegate of Multus on net1."""
    environment = (b"CNI_IFNAME=net1",)
    call = simple_call(0, plugin, id=id_, link=None, parent="call-0", verb=verb, environment=environment)
    return replace(call, stdin=stdin(name, **more))


MULTUS_CALL = simple_call(0, "multus", stdin=stdin("multus-cni"))


def order(*calls: Call) -> list[NestedLink]:
    every = (MULTUS_CALL, *calls)
    paths = call_paths(every)
    ordered = sorted(set(paths.values()), key=path_order([0], every, paths))
    return [path[-1] for path in ordered if isinstance(path[-1], NestedLink)]


def test_multus_runs_networks_of_another_name() -> None:
    calls = recorded(MULTUS).calls
    assert nested_link(calls[0], calls[1]) == NestedLink("k8s-pod-network", "eth0", "loopback")


def test_ipam_and_flannels_bridge_are_no_networks() -> None:
    multus, flannel = recorded(MULTUS).calls, recorded(FLANNEL).calls
    assert nested_link(multus[2], multus[3]) is None
    assert nested_link(flannel[0], flannel[1]) is None


def test_stdin_that_says_no_name_is_no_network() -> None:
    for text in (b"", b"[", b"[1]", b'{"name": 5}', b'{"name": ""}', b'{"name":' * 9000):
        assert nested_link(MULTUS_CALL, replace(MULTUS_CALL, stdin=text)) is None
        assert nested_link(replace(MULTUS_CALL, stdin=text), called("a", "x")) is None


def test_paths_are_the_same_in_every_verb() -> None:
    paths = [set(call_paths(two_more_networks(verb).calls).values()) for verb in ("ADD", "CHECK", "DEL")]
    assert paths[0] == paths[1] == paths[2]
    assert len(paths[0]) == 11


def test_a_plugin_twice_in_one_network_is_two_links() -> None:
    calls = (called("a", "x", sysctl=1, prevResult={}), called("b", "x", sysctl=2))
    assert [link.again for link in order(*calls)] == [0, 1]


def test_a_link_undone_after_it_failed_is_the_same_link() -> None:
    calls = (called("a", "x", prevResult={"ips": []}), called("b", "x", verb="DEL"))
    assert order(*calls) == [NestedLink("x", "net1", "tuning")]


def test_del_behind_a_failed_add_adds_the_links_behind() -> None:
    forwards = (called("a", "x", plugin="one"), called("b", "x", plugin="two"))
    back = [called(plugin, "x", plugin=plugin, verb="DEL") for plugin in ("three", "two", "one")]
    assert [link.plugin for link in order(*forwards, *back)] == ["one", "two", "three"]


def test_networks_stay_together_in_their_order() -> None:
    links = order(called("a", "x"), called("b", "y"), called("c", "x", plugin="late"))
    assert [(link.network, link.plugin) for link in links] == [("x", "tuning"), ("x", "late"), ("y", "tuning")]


def test_nesting_without_end_ends() -> None:
    calls = [simple_call(0, "p")]
    calls += [simple_call(0, "p", id=f"call-{n}", link=None, parent=f"call-{n - 1}") for n in range(1, 900)]
    paths = call_paths(calls)
    assert len(paths) == 900
    assert max(map(len, paths.values())) < 20


def test_a_del_that_stopped_goes_by_the_callers_configuration() -> None:
    link = NestedLink("x", "net1", "tuning")
    failed = replace(called("a", "x", verb="DEL"), outcome=Outcome.ERROR)
    listed = {"delegates": [{"name": "x", "plugins": [{"type": "bridge"}, {"type": "tuning"}]}]}
    knowing = replace(MULTUS_CALL, stdin=stdin("multus-cni", **listed))
    assert place_in_chain(link, [link], knowing, [failed]) == 1
    assert place_in_chain(link, [link], MULTUS_CALL, [failed]) is None
    assert place_in_chain(link, [link], MULTUS_CALL, [called("a", "x", verb="DEL")]) == 0


def test_a_delegate_that_is_one_plugin_is_link_0() -> None:
    link = NestedLink("x", "net1", "tuning")
    alone = replace(MULTUS_CALL, stdin=stdin("multus-cni", delegates=[7, {"name": "x", "type": "tuning"}]))
    assert place_in_chain(link, [link], alone, [replace(called("a", "x", verb="DEL"), outcome=Outcome.KILLED)]) == 0
