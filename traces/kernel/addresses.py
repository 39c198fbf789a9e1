"""The addresses in a network namespace, and nothing else of it."""

from traces.kernel.snapshot_dump import Unreadable, dumper
from traces.kernel.snapshot_links import read_addresses, read_links
from traces.model.snapshot import POD


def addresses_in(netns: str) -> tuple[str, ...]:
    """Those that were given to its devices, each with its prefix length; none where they can't be read.

    Raises OSError where the namespace can't be entered.
    """
    missing = Unreadable()
    with dumper(netns) as asked:
        names = {
            device.index: device.name for device in missing.attempt(POD, "links", lambda: read_links(asked, POD, {}))
        }
        found = missing.attempt(POD, "addresses", lambda: read_addresses(asked, names))
    return tuple(each.address for each in found if not each.by_kernel)
