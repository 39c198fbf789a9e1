"""What must hold before plugins run in a pod that is really there."""

import os

from traces.errors import PlaceError
from traces.runner.plan import Plan
from traces.timeline.printable import printable

_OWN = "/proc/self/ns/net"


def check_in_place(plan: Plan) -> None:
    """Raises PlaceError for any other user than root, where the pod's netns is gone, and where it is the host's own.

    Without a netns, as a late DEL has none, there is nothing to look for.
    """
    if os.geteuid() != 0:
        raise PlaceError("in place: only root can run plugins on the host; rerun it in the sandbox, or use sudo")
    netns = plan.attachment.netns
    if not netns:
        return
    try:
        found, own = os.stat(netns), os.stat(_OWN)
    except OSError as error:
        raise PlaceError(f"in place: the pod's netns {printable(netns)} is gone ({error.strerror})") from None
    if (found.st_dev, found.st_ino) == (own.st_dev, own.st_ino):
        raise PlaceError(f"in place: {printable(netns)} is this host's own network, no pod's: nothing was run")
