"""Two traces beside each other, aligned by link and not by line: what was given, each call, and what came of it."""

from collections.abc import Iterator, Sequence

from traces.cni.gojson import dumps
from traces.model.network import Attachment, Link
from traces.model.trace import Branch, Trace
from traces.timeline.call_pairs import Meeting, link_pairs, meetings
from traces.timeline.compare_calls import (
    Places,
    kernel_differences,
    only_one,
    places_by_hand,
    reply_differences,
    request_differences,
)
from traces.timeline.compare_model import Aspect, Comparison, Difference, at_spot
from traces.timeline.consequences import mark_consequences
from traces.timeline.json_diff import document_spots
from traces.timeline.kernel_steps import kernel_step
from traces.timeline.masking import Masking
from traces.timeline.steps import links_in_order

TRACE = "trace"
"""The subject of what was given to the whole chain."""
OUTCOME = "outcome"
"""The subject of what came of it."""


def compare(left: Trace, right: Trace, *, raw: bool = False, masking: Masking | None = None) -> Comparison:
    """How the right trace differs from the left one, of which it may be a branch.

    What differs only because they are two runs is taken for the same, unless ``raw``: see Masking. One that is given
    has learned, when this is done, what stands for what.
    """
    masking = masking or Masking(left, right, raw=raw)
    found = list(_inputs(left, right, masking))
    left_out, unseen, same, masked = links_left_out(left, right), list[str](), list[str](), set[str]()
    unlike = set[str]()
    for meeting in meetings(left, right):
        if (meeting.left is None or meeting.right is None) and meeting.link in left_out:
            continue
        before, hidden = len(found), masking.hidden
        found += _of_meeting(meeting, left, right, masking)
        masked.update([meeting.label] if masking.hidden > hidden else [])
        unlike.update([meeting.label] if len(found) > before else [])
        if meeting.ends and meeting.left and meeting.right:
            unseen += _unseen(meeting, left, right)
            if meeting.label not in unlike and len(found) == before:
                same.append(meeting.label)
    found += _outputs(left, right, masking)
    notes = [*([_again(left, right, left_out)] if left_out else []), *_built(left, right)]
    return Comparison(
        left=left.id,
        right=right.id,
        differences=mark_consequences(found),
        same=tuple(same),
        masked=frozenset(masked.intersection(same)),
        notes=(*notes, *unseen),
    )


def _of_meeting(meeting: Meeting, left: Trace, right: Trace, masking: Masking) -> Iterator[Difference]:
    if meeting.left is None or meeting.right is None:
        if not meeting.ends and not _caller_is_alone(meeting, left, right):
            yield only_one(meeting)
    elif meeting.ends:
        yield from reply_differences(meeting, meeting.left, meeting.right, masking)
        if meeting.depth == 0:
            yield from kernel_differences(meeting, left, right, masking)
    else:
        yield from request_differences(
            meeting, meeting.left, meeting.right, masking, wanted_places(left, right, meeting)
        )


def wanted_places(left: Trace, right: Trace, meeting: Meeting) -> Places:
    """Where somebody wanted another value in the stdin of a call that both have, or in its environment."""
    made = _made_there(left, right, meeting)
    exact = Masking(left, right, raw=True)
    calls = [call for call in (meeting.left, meeting.right) if call is not None]
    return Places(
        edited=tuple(str(edit.get("path", "")) for edit in made.edits) if made else (),
        variables=tuple(made.environment) if made else (),
        by_hand=tuple(place for call in calls for place in places_by_hand(call, exact)),
    )


def _caller_is_alone(meeting: Meeting, left: Trace, right: Trace) -> bool:
    """Whether what called it was not called in the other trace either: then nothing is to be said of it."""
    call, other = (meeting.left, right) if meeting.left else (meeting.right, left)
    if meeting.depth == 0 or call is None:
        return False
    return all(each.link != meeting.link for each in other.calls)


def _inputs(left: Trace, right: Trace, masking: Masking) -> Iterator[Difference]:
    """What was given to the chain."""
    yield from _words(Aspect.VERB, "", left.verb, right.verb)
    yield from _words(Aspect.NETWORK, "name", left.network.name, right.network.name)
    yield from _words(Aspect.NETWORK, "cniVersion", left.network.cni_version, right.network.cni_version)
    for one, other in link_pairs(left, right):
        ours = None if one is None else left.network.links[one]
        theirs = None if other is None else right.network.links[other]
        yield from _configs(ours, theirs, masking)
    yield from _words(Aspect.POLICY, "", left.policy, right.policy)
    yield from _words(Aspect.PLACE, "", left.place, right.place)
    called = {call.plugin for call in left.calls} & {call.plugin for call in right.calls}
    ours_simulated, theirs_simulated = (", ".join(n for n in t.simulated if n in called) for t in (left, right))
    yield from _words(Aspect.SIMULATED, "", ours_simulated, theirs_simulated)
    for spot in document_spots(_attachment(left.attachment), _attachment(right.attachment), masking):
        yield at_spot(TRACE, Aspect.ATTACHMENT, spot)


def _configs(left: Link | None, right: Link | None, masking: Masking) -> Iterator[Difference]:
    if left is not None and right is not None:
        for spot in document_spots(left.config, right.config, masking):
            yield at_spot(TRACE, Aspect.NETWORK, spot, below=f"link {left.index} ", link=left.index)
        return
    link = left or right
    if link is not None:
        yield Difference(
            subject=TRACE,
            aspect=Aspect.NETWORK,
            at=f"link {link.index}",
            before=left.type if left else None,
            after=right.type if right else None,
            link=link.index,
        )


def _outputs(left: Trace, right: Trace, masking: Masking) -> Iterator[Difference]:
    """What came of the verb."""
    if not masking.same(left.error or "", right.error or ""):
        yield Difference(subject=OUTCOME, aspect=Aspect.ERROR, before=left.error, after=right.error)
    codes = left.error_code, right.error_code
    if left.failure and right.failure and codes[0] != codes[1]:
        before, after = (None if code is None else str(code) for code in codes)
        yield Difference(subject=OUTCOME, aspect=Aspect.ERROR, at="code", before=before, after=after)
    if left.result is None or right.result is None:
        if left.result != right.result:
            yield Difference(
                subject=OUTCOME, aspect=Aspect.RESULT, before=_whether(left.result), after=_whether(right.result)
            )
        return
    for spot in document_spots(left.result, right.result, masking):
        yield at_spot(OUTCOME, Aspect.RESULT, spot)


def _words(aspect: Aspect, at: str, left: str | None, right: str | None) -> Iterator[Difference]:
    if left != right:
        yield Difference(subject=TRACE, aspect=aspect, at=at, before=left or None, after=right or None)


def _whether(result: bytes | None) -> str | None:
    return None if result is None else "a result"


def _attachment(attachment: Attachment) -> bytes:
    """As JSON, with the arguments by their names."""
    return dumps(
        {
            "containerID": attachment.container_id,
            "netns": attachment.netns,
            "ifname": attachment.ifname,
            "args": dict(attachment.args),
            "capabilityArgs": attachment.capability_args,
        }
    )


def _made_there(left: Trace, right: Trace, meeting: Meeting) -> Branch | None:
    """How one of the traces was made of the other, where that is by an edit of this very call."""
    for parent, child, call in ((left, right, meeting.right), (right, left, meeting.left)):
        made = child.branch_of
        if made and made.trace == parent.id and call and call.link == made.link and meeting.depth == 0:
            return made
    return None


def links_left_out(left: Trace, right: Trace) -> frozenset[int]:
    """The links that one of the traces did not call because it was begun behind them."""
    return frozenset(link for trace in (left, right) for link in _begun_behind(trace))


def _begun_behind(trace: Trace) -> Sequence[int]:
    made, order = trace.branch_of, links_in_order(trace)
    if made is None or made.how == "first" or made.link not in order:
        return ()
    return order[: order.index(made.link)]


def _again(left: Trace, right: Trace, links: frozenset[int]) -> str:
    begun = right if _begun_behind(right) else left
    numbers = ", ".join(map(str, sorted(links)))
    return f"{begun.id} was rerun from a later link: {'links' if len(links) > 1 else 'link'} {numbers} not compared"


def _built(left: Trace, right: Trace) -> Iterator[str]:
    """That a kernel was built for one of the traces only."""
    hows = [trace.branch_of.how if trace.branch_of else "" for trace in (left, right)]
    if hows.count("materialise") == 1:
        built = (left, right)[hows.index("materialise")]
        yield f"{built.id} began in a kernel built from prevResult: what it finds there may differ by itself"


def _unseen(meeting: Meeting, left: Trace, right: Trace) -> Iterator[str]:
    """That a link's changes in the kernel are known of one of the traces only."""
    if meeting.left is None or meeting.right is None or meeting.depth:
        return
    ours, theirs = kernel_step(left, meeting.left.id), kernel_step(right, meeting.right.id)
    if bool(ours.why_unknown) != bool(theirs.why_unknown):
        without = left.id if ours.why_unknown else right.id
        yield f"{meeting.label}: kernel not compared: {without} has no snapshots around it"
