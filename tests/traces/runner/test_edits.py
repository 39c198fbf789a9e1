"""Edits are kept as changes, so that they can be laid over another run's stdin."""

import json

import pytest

from traces.errors import InputError
from traces.runner.edits import apply_edits, edit_from_assignment, edits_to_prev_result

STDIN = b'{"name":"n","prevResult":{"ips":[{"address":"10.1.0.2/16"}],"interfaces":[{"name":"veth1"}]}}'


def test_an_edited_prev_result_becomes_only_its_changes() -> None:
    edits = edits_to_prev_result(STDIN, '{"ips":[{"address":"10.1.0.9/16"}],"interfaces":[{"name":"veth1"}]}', "f")
    assert edits == ({"op": "replace", "path": "/prevResult/ips/0/address", "value": "10.1.0.9/16"},)


def test_edits_laid_over_fresh_stdin_keep_fresh_names() -> None:
    edits = edits_to_prev_result(STDIN, '{"ips":[{"address":"10.1.0.9/16"}],"interfaces":[{"name":"veth1"}]}', "f")
    fresh = STDIN.replace(b"veth1", b"veth2")
    prev_result = json.loads(apply_edits(fresh, edits))["prevResult"]
    assert prev_result == {"ips": [{"address": "10.1.0.9/16"}], "interfaces": [{"name": "veth2"}]}


def test_without_edits_stdin_stays_byte_for_byte() -> None:
    spaced = b'{ "b": 1, "a": 2 }'
    assert apply_edits(spaced, ()) is spaced


def test_an_assignment_replaces_a_value_or_adds_a_member() -> None:
    assert edit_from_assignment(STDIN, '/name="m"') == {"op": "replace", "path": "/name", "value": "m"}
    assert edit_from_assignment(STDIN, "/mtu=1400") == {"op": "add", "path": "/mtu", "value": 1400}


def test_an_assignment_behind_the_end_of_a_list_adds() -> None:
    edit = edit_from_assignment(b'{"prevResult":{"ips":[{"address":"a"}]}}', '/prevResult/ips/-={"address":"b"}')
    assert edit["op"] == "add"
    edited = apply_edits(b'{"prevResult":{"ips":[{"address":"a"}]}}', (edit,))
    assert edited == b'{"prevResult":{"ips":[{"address":"a"},{"address":"b"}]}}'


def test_an_assignment_into_a_list_replaces_and_does_not_insert() -> None:
    edit = edit_from_assignment(STDIN, '/prevResult/ips/0={"address":"10.1.0.3/16"}')
    assert json.loads(apply_edits(STDIN, [edit]))["prevResult"]["ips"] == [{"address": "10.1.0.3/16"}]


@pytest.mark.parametrize(
    ("assignment", "said"),
    [
        ("/a/b/c=1", "/a/b/c: no such place"),
        ("/prevResult/ips/7=1", "/prevResult/ips/7: no such place"),
        ("/name=web", "double quotes"),
        ("name=1", "expected POINTER=JSON"),
        ("/name", "expected POINTER=JSON"),
    ],
)
def test_a_wrong_assignment_is_named(assignment: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        edit_from_assignment(STDIN, assignment)


@pytest.mark.parametrize("text", ["{", "[]", '"x"', ""])
def test_a_prev_result_that_is_no_object_names_its_source(text: str) -> None:
    with pytest.raises(InputError, match=r"mine\.json: "):
        edits_to_prev_result(STDIN, text, "mine.json")
