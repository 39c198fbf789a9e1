"""A network as a JSON object, and back."""

import json
from collections.abc import Mapping
from typing import Any

from traces.model.network import Link, Network
from traces.store.fields import Field, pack_bytes, pack_text


def network_object(network: Network) -> dict[str, Any]:
    """The network as it stands in a trace file.

    ``links`` has the entries as one reads them; ``links_read`` what was made of each, with the exact bytes of its
    entry where encoding the object again would give others.
    """
    entries = [_readable(link.config) for link in network.links]
    return {
        "name": pack_text(network.name),
        "cniVersion": pack_text(network.cni_version),
        "source": pack_text(network.source),
        "disableCheck": network.disable_check,
        "disableGC": network.disable_gc,
        "links": entries,
        "links_read": [_link_object(link, entry) for link, entry in zip(network.links, entries, strict=True)],
        "raw": pack_bytes(network.raw),
    }


def read_network(field: Field) -> Network:
    """The network that an object of a trace file describes. Raises StoreError."""
    entries, details = (field.get(key).each(lambda item: item) for key in ("links", "links_read"))
    if len(details) != len(entries):
        raise field.get("links_read").expected(f"a list as long as links ({len(entries)})")
    return Network(
        name=field.get("name").text(),
        cni_version=field.get("cniVersion").text(),
        source=field.get("source", "").text(),
        disable_check=field.get("disableCheck", False).flag(),
        disable_gc=field.get("disableGC", False).flag(),
        links=tuple(_read_link(link, entry) for link, entry in zip(details, entries, strict=True)),
        raw=field.get("raw").content(),
    )


def _link_object(link: Link, entry: Mapping[str, Any] | None) -> dict[str, Any]:
    given = {} if entry is not None and _encoded(entry) == link.config else {"config": pack_bytes(link.config)}
    capabilities = [pack_text(name) for name in link.capabilities]
    return {"index": link.index, "type": pack_text(link.type), "capabilities": capabilities, **given}


def _read_link(field: Field, entry: Field) -> Link:
    config = field.get("config", None).maybe(Field.content)
    return Link(
        index=field.get("index").whole(),
        type=field.get("type").text(),
        capabilities=field.get("capabilities", []).each(Field.text),
        config=_encoded(entry.mapping()) if config is None else config,
    )


def _readable(config: bytes) -> dict[str, Any] | None:
    """The entry as an object; None where it is none, or none that JSON can say (a number beyond any float)."""
    try:
        entry = json.loads(config.decode())
        json.dumps(entry, allow_nan=False)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def _encoded(entry: Mapping[str, Any]) -> bytes:
    """The object in the form that needs no bytes beside it: nothing between the tokens, UTF-8."""
    return json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode(errors="surrogatepass")
