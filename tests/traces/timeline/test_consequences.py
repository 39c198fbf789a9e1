from traces.timeline.compare_model import Aspect, Difference
from traces.timeline.consequences import mark_consequences

OLD, NEW = '"10.88.0.2/16"', '"10.88.0.77/16"'


def difference(subject: str, aspect: Aspect, before: str | None, after: str | None, at: str = "") -> Difference:
    """A difference of a call."""
    return Difference(subject=subject, aspect=aspect, at=at, before=before, after=after)


def follows(*found: Difference) -> list[bool]:
    """Which of them only follow."""
    return [each.follows for each in mark_consequences(found)]


def test_a_value_handed_on_follows() -> None:
    first = difference("link 0 a", Aspect.STDOUT, OLD, NEW, "/ips/0/address")
    handed_on = difference("link 1 b", Aspect.STDIN, OLD, NEW, "/prevResult/ips/0/address")
    other = difference("link 1 b", Aspect.STDIN, "1", "2", "/mtu")
    assert follows(first, handed_on, other) == [False, True, False]


def test_a_rule_with_the_other_address_follows() -> None:
    first = difference("link 1 b", Aspect.STDIN, OLD, NEW)
    left = difference("link 1 b", Aspect.KERNEL, "added", None, "host: netfilter -d 10.88.0.2:80 -j X")
    right = difference("link 1 b", Aspect.KERNEL, None, "added", "host: netfilter -d 10.88.0.77:80 -j X")
    alone = difference("link 1 b", Aspect.KERNEL, None, "added", "host: netfilter -j Y")
    assert follows(first, left, right, alone) == [False, True, True, False]
    assert follows(first, left) == [False, False]


def test_links_behind_a_failure_and_the_outcome_follow() -> None:
    found = (
        difference("link 1 b", Aspect.END, "exit 0", "exit 1"),
        difference("link 1 b", Aspect.STDOUT, "{}", None),
        difference("link 1 b", Aspect.KERNEL, "added", None, "pod: address"),
        difference("link 2 c", Aspect.CALL, "called", None),
        difference("outcome", Aspect.ERROR, None, "text"),
    )
    assert follows(*found) == [False, True, True, True, True]


def test_a_callers_answer_follows_its_delegates_failure() -> None:
    delegate = difference("link 0 bridge > host-local", Aspect.END, "exit 0", "exit 1")
    caller = difference("link 0 bridge", Aspect.END, "exit 0", "exit 1")
    next_link = difference("link 1 b", Aspect.END, "exit 0", "exit 2")
    assert follows(delegate, caller, next_link) == [False, True, False]


def test_a_delegate_not_called_follows_its_callers_failure() -> None:
    missing = difference("link 0 calico > calico-ipam", Aspect.CALL, "called", None)
    caller = difference("link 0 calico", Aspect.END, "exit 0", "exit 1")
    assert follows(missing, caller) == [True, False]
    assert follows(missing) == [False]


def test_the_edit_itself_never_follows() -> None:
    first = difference("link 0 a", Aspect.STDOUT, OLD, NEW)
    edit = Difference(subject="link 1 b", aspect=Aspect.STDIN, before=OLD, after=NEW, edited=True)
    assert follows(first, edit) == [False, False]


def test_short_values_explain_no_text() -> None:
    first = difference("link 0 a", Aspect.STDIN, "1", "2")
    assert follows(first, difference("outcome", Aspect.ERROR, "line 1", "line 2")) == [False, False]
