"""The page of a chain: what it says of each link, and its diagrams."""

import json
from pathlib import Path
from typing import Any

from traces.cni.conflist import load_file
from traces.diagnosis.page.chain_page import Page, page_of
from traces.diagnosis.page.diagrams import add_diagram, del_diagram
from traces.diagnosis.page.markdown import page_markdown

FLANNEL = {"type": "flannel", "delegate": {"isDefaultGateway": True}}
PORTMAP = {"type": "portmap", "capabilities": {"portMappings": True}}


def _page(folder: Path, *plugins: dict[str, Any], **top: Any) -> Page:
    path = folder / "10-pods.conflist"
    path.write_text(json.dumps({"cniVersion": "1.0.0", "name": "pods", **top, "plugins": plugins}))
    return page_of(load_file(str(path)))


def test_each_link_says_what_it_contributes(tmp_path: Path) -> None:
    text = page_markdown(_page(tmp_path, FLANNEL, PORTMAP))
    assert "# Network `pods`" in text
    assert "| 0 | `flannel` | runs other plugins | none | `bridge`, `host-local` |" in text
    assert "- file on the node: `/run/flannel/subnet.env`" in text
    assert "- makes: DNAT rules from ports of the host to the pod" in text
    assert "- takes from the runtime: `portMappings`" in text


def test_del_goes_backwards_and_stops(tmp_path: Path) -> None:
    text = page_markdown(_page(tmp_path, FLANNEL, PORTMAP, {"type": "firewall"}))
    assert "Last to first: `firewall` → `portmap` → `flannel`." in text
    assert "- `portmap` fails: `flannel` not called" in text


def test_an_unknown_plugin_is_said_to_be_one(tmp_path: Path) -> None:
    text = page_markdown(_page(tmp_path, {"type": "mesh|`x`<b>"}))
    assert "| unknown |" in text and "it is not known here what this plugin makes" in text
    assert text.count("<b>") == text.count("mesh|`x`<b>``") + text.count("mesh\\|`x`<b>``")


def test_diagrams_call_delegates_inside_of_their_callers(tmp_path: Path) -> None:
    page = _page(tmp_path, FLANNEL, PORTMAP)
    lines = [line.strip() for line in add_diagram(page).splitlines()]
    assert lines[lines.index("r->>p0: ADD") :] == [
        "r->>p0: ADD",
        "p0->>p0d0: ADD",
        "p0d0->>p0d1: ADD",
        "p0d1-->>p0d0: result",
        "p0d0-->>p0: result",
        "p0-->>r: result",
        "r->>p1: ADD, prevResult of link 0",
        "p1-->>r: result of the chain",
        "Note over r: the result is cached",
    ]
    assert [line for line in del_diagram(page).splitlines() if "r->>" in line] == [
        "    r->>p1: DEL, cached result",
        "    r->>p0: DEL, cached result",
    ]


def test_old_versions_have_no_cached_result_at_del(tmp_path: Path) -> None:
    page = _page(tmp_path, PORTMAP, cniVersion="0.3.1")
    assert "DEL, no prevResult" in del_diagram(page)
    assert page.verbs == ("ADD", "DEL")


def test_names_in_diagrams_can_t_be_statements(tmp_path: Path) -> None:
    diagram = add_diagram(_page(tmp_path, {"type": "x\nend; p0->>p1: boo"}))
    assert "boo" in diagram and "\nend" not in diagram and "p0->>p1" not in diagram


def test_what_is_odd_stands_below(tmp_path: Path) -> None:
    text = page_markdown(_page(tmp_path, PORTMAP, {"type": "bridge"}, {"type": "bandwidth"}))
    assert "order/chained-plugin-first" in text
    assert "bandwidth, can take bandwidth and does not declare it" in text
    assert "## Remarks" not in page_markdown(_page(tmp_path, {"type": "bridge"}, PORTMAP))
