from dataclasses import replace

from tests.support.traces import FLANNEL, MULTUS, failing_add, made, network, recorded, simple_call
from traces.model.trace import Trace
from traces.timeline.call_pairs import link_pairs, meetings


def chain(*plugins: str) -> Trace:
    """An ADD over these plugins, each called."""
    return made(network(*plugins), tuple(simple_call(place, plugin) for place, plugin in enumerate(plugins)))


def met(left: Trace, right: Trace) -> list[tuple[str, str | None, str | None]]:
    """The requests in their order: the label, and the plugin in both."""
    return [
        (each.label, each.left.plugin if each.left else None, each.right.plugin if each.right else None)
        for each in meetings(left, right)
        if not each.ends
    ]


def test_a_trace_meets_itself_in_every_call() -> None:
    for name in (FLANNEL, MULTUS):
        pairs = list(meetings(recorded(name), recorded(name)))
        assert len(pairs) == 2 * len(recorded(name).calls)
        assert all(each.left == each.right for each in pairs)


def test_delegates_stand_between_request_and_reply() -> None:
    moments = [(each.label, each.ends) for each in meetings(recorded(), recorded())][:4]
    bridge, ipam = "link 0 bridge", "link 0 bridge > host-local"
    assert moments == [(bridge, False), (ipam, False), (ipam, True), (bridge, True)]


def test_a_link_put_in_shifts_no_other() -> None:
    assert met(chain("bridge", "portmap"), chain("bridge", "tuning", "portmap")) == [
        ("link 0 bridge", "bridge", "bridge"),
        ("link 1 tuning", None, "tuning"),
        ("link 1 portmap", "portmap", "portmap"),
    ]
    assert link_pairs(chain("a", "b"), chain("b")) == ((0, None), (1, 0))


def test_another_plugin_in_a_place_is_the_same_link() -> None:
    assert met(chain("bridge", "portmap"), chain("ptp", "portmap"))[0] == ("link 0 bridge", "bridge", "ptp")


def test_calls_behind_a_failure_have_no_partner() -> None:
    alone = [left for _, left, right in met(recorded(), failing_add()) if right is None]
    assert alone == ["bandwidth", "firewall", "tuning"]


def test_the_same_delegate_is_met_by_count() -> None:
    trace = chain("multus")
    first = replace(simple_call(1, "calico"), link=None, parent="call-0")
    both = replace(trace, calls=(*trace.calls, first, replace(first, id="again")))
    one = replace(trace, calls=(*trace.calls, first))
    assert met(one, both)[1:] == [
        ("link 0 multus > calico", "calico", "calico"),
        ("link 0 multus > calico, call 2", None, "calico"),
    ]


def test_no_two_calls_have_the_same_label() -> None:
    trace = chain("multus")
    again = replace(simple_call(1, "multus"), link=0)
    below = [replace(simple_call(9, "calico"), id=f"below-{n}", link=None, parent=f"call-{n}") for n in (0, 1)]
    both = replace(trace, calls=(*trace.calls, again, *below))
    assert [label for label, _, _ in met(both, both)] == [
        "link 0 multus",
        "link 0 multus > calico",
        "link 0 multus, call 2",
        "link 0 multus, call 2 > calico",
    ]
