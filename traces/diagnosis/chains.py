"""The chains that a case is about, and the places in their files, for rules that look at plugins and configuration."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from traces.cni.anyjson import any_object
from traces.cni.gojson_place import Path, locate
from traces.cni.json_error import line_and_column
from traces.diagnosis.case import Case
from traces.diagnosis.configured import relevant
from traces.diagnosis.needs import Need, needs
from traces.model.finding import Evidence
from traces.model.network import Network


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """One network of the case."""

    network: Network
    content: bytes
    """The file's, where it is at hand."""
    path: str
    is_first: bool = True
    """Whether it is the one that is used; others only are where somebody asks for them by name."""

    def needs(self, runtime: str) -> tuple[Need, ...]:
        """Every plugin that it needs; the runtime's loopback with the chain that is used."""
        return needs(self.network, runtime if self.is_first else "")

    def named(self, need: Need) -> Evidence:
        """Where the file names the plugin."""
        return self.quoted(need.at, f'"type": "{need.plugin}"')

    def quoted(self, at: Path, quote: str) -> Evidence:
        """A place of the list, with its line in the file."""
        return Evidence(where=f"{self.path}{_line(self.content, at)}{_words(at)}", quote=quote)


def chains(case: Case) -> tuple[Chain, ...]:
    """The trace's network; without a trace those that the node would use."""
    if case.trace is not None:
        network = case.trace.network
        return (Chain(network=network, content=network.raw, path=network.source or f"network {network.name}"),)
    files = relevant(case.node) if case.node is not None else ()
    return tuple(
        Chain(network=each.network, content=each.config.content, path=each.config.path, is_first=number == 0)
        for number, each in enumerate(files)
        if each.network is not None
    )


@lru_cache(maxsize=4096)
def _line(content: bytes, at: Path) -> str:
    """«:line:column»; nothing where the file is not JSON. A single plugin's file has no list around it."""
    try:
        path = at if "plugins" in any_object(content) else at[2:]
        line, column = line_and_column(content, locate(content, path))
    except ValueError:
        return ""
    return f":{line}:{column}" if content else ""


def _words(at: Sequence[str | int]) -> str:
    words = ""
    for step in at:
        words += f"[{step}]" if isinstance(step, int) else f".{step}" if words else f", {step}"
    return words
