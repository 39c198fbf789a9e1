"""A conflist edited by a learner: what was typed wrongly is told in one line."""

import json

import pytest

from traces.errors import InputError
from traces.lessons.conflist_edits import edited_network

RAW = b'{"cniVersion": "1.0.0", "name": "shop", "plugins": [{"type": "bridge"}, {"type": "tuning", "mtu": 1400}]}'


def types(*assignments: str, text: str | None = None) -> list[str]:
    """The plugins of the edited conflist."""
    return [link.type for link in edited_network(RAW, "chain.conflist", assignments, text).links]


def test_untouched_it_keeps_its_bytes() -> None:
    assert edited_network(RAW, "chain.conflist").raw == RAW


def test_assignments_follow_each_other() -> None:
    network = edited_network(RAW, "c", ['/plugins/-={"type": "portmap"}', "/plugins/2/snat=false", '/name="other"'])
    assert (network.name, json.loads(network.links[2].config)) == ("other", {"type": "portmap", "snat": False})


def test_two_links_change_places() -> None:
    assert types("/plugins/0<->/plugins/1") == ["tuning", "bridge"]
    assert types("/plugins/0 <-> /plugins/1") == ["tuning", "bridge"]


def test_an_arrow_in_a_value_is_a_value() -> None:
    network = edited_network(RAW, "c", ['/plugins/0/note="a <-> b"'])
    assert json.loads(network.links[0].config)["note"] == "a <-> b"


def test_a_whole_text_is_edited_further() -> None:
    text = RAW.decode().replace("tuning", "portmap")
    assert types("/plugins/0<->/plugins/1", text=text) == ["portmap", "bridge"]


@pytest.mark.parametrize(
    ("assignment", "complaint"),
    [
        ("nonsense", "nonsense: expected POINTER=JSON, as /plugins/0/mtu=1400, or two pointers"),
        ("/plugins/0", "/plugins/0: expected POINTER=JSON"),
        ("plugins/0=1", "plugins/0=1: expected POINTER=JSON"),
        ("/plugins/0<->", "/plugins/0<->: expected POINTER=JSON"),
        ("/plugins/0<->/plugins/1=2", "/plugins/0<->/plugins/1=2: expected POINTER=JSON"),
        ("/plugins/0/type=tuning", "/plugins/0/type: 'tuning' is not JSON; a text stands in double quotes: \"tuning\""),
        ("/plugins/7/type=1", "/plugins/7/type: no such place in chain.conflist"),
        ("/plugins/x=1", "/plugins/x: no such place in chain.conflist"),
        ("/plugins/0/~7=1", "/plugins/0/~7: no such place in chain.conflist"),
        ("/name/x=1", "/name/x: no such place in chain.conflist"),
        ("/plugins/0<->/plugins/2", "/plugins/2: no such place in chain.conflist"),
        ("/plugins/-<->/plugins/1", "/plugins/-: no such place in chain.conflist"),
        ("/plugins<->/plugins/1", "/plugins<->/plugins/1: expected two places of which neither is in the other"),
        ("/plugins=[]", "chain.conflist: error parsing configuration list: no plugins in list (add at least one"),
        (
            '/plugins/0={"mtu": 1}',
            "chain.conflist: failed to parse plugin config 0: error parsing configuration: missing 'type' (add",
        ),
    ],
)
def test_what_is_typed_wrongly_is_one_line(assignment: str, complaint: str) -> None:
    with pytest.raises(InputError) as refused:
        types(assignment)
    assert str(refused.value).startswith(complaint)
    assert "\n" not in str(refused.value)


def test_a_text_that_is_not_json_is_told_with_its_place() -> None:
    with pytest.raises(InputError, match=r"^chain.conflist:3:3: error parsing configuration list: .+\)$"):
        types(text='{\n  "name": "x"\n  "plugins": []}')
    with pytest.raises(InputError, match=r"^chain.conflist: not JSON: "):
        types("/name=1", text="{")


def test_a_list_without_plugins_is_refused() -> None:
    with pytest.raises(InputError, match=r"^chain.conflist: no plugin configs found \(add "):
        types(text='{"cniVersion": "1.0.0", "name": "shop"}')


def test_bottomless_nesting_is_refused() -> None:
    with pytest.raises(InputError, match=r"is not JSON|nested too deep"):
        types(f"/plugins/0/x={'[' * 99000}{']' * 99000}")
