"""What of a call can be edited, and what an edit comes to."""

import pytest

from app.live.edit_tasks import Given, Part, Scene, edited, part_choices, task_of
from app.live.link_edit import LinkEdit
from traces.errors import InputError

STDIN = b'{"cniVersion":"1.0.0","prevResult":{"cniVersion":"0.4.0","ips":[]},"type":"p"}'
GIVEN = Given(stdin=STDIN, environment=(b"CNI_IFNAME=eth0", b"ODD=two\nlines"), cni_version="1.0.0")
SCENE = Scene(what="link 1, p", trace="ADD", consequence="It is given.", submit="Keep")


def test_only_what_is_there_is_offered() -> None:
    assert [choice.key for choice in part_choices(GIVEN, LinkEdit())] == ["p", "s", "v"]
    assert [choice.key for choice in part_choices(GIVEN, LinkEdit(stdin=b"{}"))] == ["s", "v"]
    assert "(edited)" in part_choices(GIVEN, LinkEdit(environment=()))[2].label


def test_the_editor_goes_on_from_the_edit_and_reverts_to_what_was_given() -> None:
    task = task_of(Part.STDIN, GIVEN, LinkEdit(stdin=b'{"type":"q"}'), SCENE)
    assert '"q"' in task.text and '"p"' in (task.original or "")
    assert task_of(Part.PREV_RESULT, GIVEN, LinkEdit(), SCENE).cni_version == "0.4.0"
    env = task_of(Part.ENVIRONMENT, GIVEN, LinkEdit(), SCENE)
    assert env.text == "CNI_IFNAME=eth0" and "1 entry that is no line of text" in env.consequence


@pytest.mark.parametrize("part", list(Part))
def test_what_was_left_as_it_was_is_no_edit(part: Part) -> None:
    assert edited(part, task_of(part, GIVEN, LinkEdit(), SCENE).text, GIVEN, LinkEdit()) == LinkEdit()


def test_one_edit_keeps_the_other() -> None:
    one = edited(Part.ENVIRONMENT, "CNI_IFNAME=eth1", GIVEN, LinkEdit())
    both = edited(Part.PREV_RESULT, '{"ips": [1]}', GIVEN, one)
    assert both.touched == ("stdin", "env") and b'"ips":[1]' in (both.stdin or b"")
    assert both.environment == (b"CNI_IFNAME=eth1", b"ODD=two\nlines")


def test_a_prev_result_that_is_no_object_is_refused() -> None:
    with pytest.raises(InputError, match="expected a JSON object"):
        edited(Part.PREV_RESULT, "[]", GIVEN, LinkEdit())
