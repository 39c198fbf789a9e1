"""What a branch says of the names that are others than in its parent's record."""

from dataclasses import replace

from traces.model.trace import Trace
from traces.runner.rerun import differing_names, link_call


def with_names(branch: Trace, parent: Trace, link: int) -> Trace:
    """The branch with the names that the links before gave anew this time, which no edit has changed.

    Only a rerun from the first link has such: a materialised one has the recorded names.
    """
    lineage, before, now = branch.branch_of, link_call(parent, link), link_call(branch, link)
    if lineage is None or lineage.how != "first" or before is None or now is None:
        return branch
    edited = {edit.get("value") for edit in lineage.edits if isinstance(edit.get("value"), str)}
    fresh = differing_names(before.stdin, now.stdin)
    renamed = {old: new for old, new in fresh.items() if new not in edited}
    return replace(branch, branch_of=replace(lineage, renamed={**lineage.renamed, **renamed}))
