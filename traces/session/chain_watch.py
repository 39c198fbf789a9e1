"""Says when a network's configuration changes under the pods that were attached with the old one.

Libcni's cache has the list of each attachment as it was at ADD: DEL is run with the new one, and the old one's result.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from traces.cni.cache import CachedAttachment, read_cached_attachment, results_dir
from traces.cni.gojson import DecodeError, dumps, loads
from traces.model.events import ChainChanged
from traces.model.network import Network
from traces.session.node_network import Conflists
from traces.timeline.headline import pod_name
from traces.timeline.printable import printable


class ChainWatch:
    """Holds the configuration folder against the result cache, each time that the folder has changed."""

    def __init__(self, conflists: Conflists, cache_dir: str) -> None:
        """Whoever has the conflists refreshes them. ``cache_dir`` is libcni's, as /var/lib/cni."""
        self._conflists = conflists
        self._results = Path(results_dir(cache_dir))
        self._settled = 0
        self._fresh = 0
        self._told: dict[str, str] = {}
        self._known: set[str] = set()

    @property
    def is_waiting(self) -> bool:
        """Whether the folder has changed just now: a file may be half written, so the next look tells."""
        return self._fresh != self._settled

    def look(self) -> Iterator[ChainChanged]:
        """What is to be said of each network that live attachments were not made with; once for each change."""
        now = self._conflists.changes
        if now == self._settled:
            return
        if now != self._fresh:
            self._fresh = now
            return
        self._settled = now
        by_name = {network.name: network for network in reversed(self._conflists.networks)}
        for name, attachments in self._attachments().items():
            yield from self._compared(name, by_name.get(name), attachments)
        self._known |= by_name.keys()

    def _compared(self, name: str, now: Network | None, attached: list[CachedAttachment]) -> Iterator[ChainChanged]:
        if now is None and name not in self._known:
            # A network of a runtime's own, or of a delegate: it never stood in the folder.
            return
        old = [each for each in attached if now is None or not _is_same(each.config, now.raw)]
        how = self._how(now) if old else ""
        if how and self._told.get(name) != how + (now.raw.decode(errors="replace") if now else ""):
            pods = sorted({pod_name(each.attachment) for each in old})
            source = now.source if now else self._conflists.conf_dir
            yield ChainChanged(network=name, source=source, how=how, pods=tuple(pods))
        self._told[name] = how + (now.raw.decode(errors="replace") if now else "")

    def _how(self, now: Network | None) -> str:
        if now is not None:
            return "has changed"
        refused = next(iter(self._conflists.refused.items()), None)
        return f"can't be loaded ({Path(refused[0]).name}: {refused[1]})" if refused else "is gone"

    def _attachments(self) -> Mapping[str, list[CachedAttachment]]:
        """By their networks; what can't be read is passed over, as libcni does."""
        found: dict[str, list[CachedAttachment]] = defaultdict(list)
        for path in _files(self._results):
            try:
                cached = read_cached_attachment(path.read_bytes())
            except OSError:
                continue
            if cached is not None:
                found[cached.network].append(cached)
        return found


def chain_line(change: ChainChanged, most: int = 5) -> str:
    """The change as one line: which network, which file, and which pods run with the old one."""
    named = ", ".join(change.pods[:most])
    more = f" and {len(change.pods) - most} more" if len(change.pods) > most else ""
    count = len(change.pods)
    return printable(
        f"network {change.network} {change.how} ({change.source}): "
        f"{named}{more} {'runs' if count == 1 else 'run'} with what it was before"
    )


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _is_same(config: bytes, raw: bytes) -> bool:
    """Whether two lists say the same, however they are written."""
    if config == raw:
        return True
    try:
        return dumps(loads(config)) == dumps(loads(raw))
    except DecodeError:
        return False
