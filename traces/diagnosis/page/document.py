"""The page of a chain as a JSON object."""

from dataclasses import asdict
from typing import Any

from traces.diagnosis.page.chain_page import Page, Part
from traces.diagnosis.page.diagrams import add_diagram, del_diagram
from traces.diagnosis.report import finding_document


def page_document(page: Page) -> dict[str, Any]:
    """All that the page says."""
    network = page.network
    return {
        "network": {"name": network.name, "cniVersion": network.cni_version, "source": network.source},
        "verbs": list(page.verbs),
        "links": [_part(part) for part in page.parts],
        "del_order": [part.link.index for part in page.on_del],
        "findings": [finding_document(each) for each in page.findings],
        "undeclared": list(page.undeclared),
        "diagrams": {"ADD": add_diagram(page), "DEL": del_diagram(page)},
    }


def _part(part: Part) -> dict[str, Any]:
    known = {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(part.contributes).items()}
    return {
        "link": part.link.index,
        "type": part.link.type,
        **known,
        "can_take": known.pop("capabilities", []),
        "capabilities": list(part.link.capabilities),
        "delegates": [{"type": need.plugin, "through": list(need.through)} for need in part.delegates],
        "files": list(part.files),
    }
