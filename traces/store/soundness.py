"""What must hold between the parts of a trace, so that whoever draws it need not doubt it."""

from traces.model.call import Call
from traces.model.trace import Trace
from traces.store.fields import Field


def check(trace: Trace, source: str, pointer: str = "") -> None:
    """Raise StoreError unless the calls make a tree and every link that is named is one of the network's.

    The tree: each call has an id of its own, and following the parents leads to a call that has none.
    """
    _check_tree(trace.calls, source, pointer)
    for index, call in enumerate(trace.calls):
        _check_link(trace, Field(call.link, source, f"{pointer}/calls/{index}/link"))
    if trace.failure:
        _check_link(trace, Field(trace.failure.link, source, f"{pointer}/error/link"))
    if trace.branch_of:
        _check_link(trace, Field(trace.branch_of.link, source, f"{pointer}/branch_of/link"))


def _check_tree(calls: tuple[Call, ...], source: str, pointer: str) -> None:
    parents: dict[str, str | None] = {}
    for index, call in enumerate(calls):
        if call.id in parents:
            raise Field(call.id, source, f"{pointer}/calls/{index}/id").expected("an id that no other call has")
        parents[call.id] = call.parent
    rooted: set[str] = set()
    for index, call in enumerate(calls):
        parent = Field(call.parent, source, f"{pointer}/calls/{index}/parent")
        if call.parent is not None and call.parent not in parents:
            raise parent.expected("the id of a call")
        if not _leads_to_root(call.id, parents, rooted):
            raise parent.expected("a call that is not below this one")


def _leads_to_root(call_id: str, parents: dict[str, str | None], rooted: set[str]) -> bool:
    """Whether the parents from a call on end; the calls on the way are added to rooted if so."""
    way: set[str] = set()
    at: str | None = call_id
    while at in parents and at not in rooted:
        if at in way:
            return False
        way.add(at)
        at = parents[at]
    rooted |= way
    return True


def _check_link(trace: Trace, link: Field) -> None:
    count = len(trace.network.links)
    if link.value is not None and not 0 <= link.value < count:
        raise link.expected(
            f"a link of the network (0 to {count - 1})" if count else "null, as the network has no link"
        )
