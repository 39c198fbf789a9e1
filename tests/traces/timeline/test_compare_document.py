import json

from tests.support.diffing import one_call, with_id
from tests.support.traces import hostile, recorded
from traces.timeline.compare import compare
from traces.timeline.compare_document import comparison_document


def test_values_of_json_are_json() -> None:
    document = comparison_document(
        compare(one_call(stdout=b'{"ips":[1]}'), with_id(one_call(stdout=b'{"dns":{}}'), "b"))
    )
    assert (document["schema_version"], document["a"], document["b"], document["equal"]) == (1, "made-1", "b", False)
    gone, new = document["differences"]
    assert (gone["what"], gone["at"], gone["before"], "after" in gone) == ("stdout", "/ips", [1], False)
    assert (new["at"], new["after"], "before" in new) == ("/dns", {}, False)


def test_the_first_cause_has_its_sentence() -> None:
    document = comparison_document(compare(one_call(), one_call(stderr=b"1")))
    cause = document["first_cause"]
    assert cause["sentence"].startswith("First cause: link 0 bridge wrote something else to stderr")
    assert (cause["subject"], cause["link"], cause["after"]) == ("link 0 bridge", 0, "1")


def test_equal_traces_have_an_empty_document() -> None:
    document = comparison_document(compare(one_call(), one_call()))
    assert (document["equal"], document["first_cause"], document["differences"]) == (True, None, [])
    assert document["same"] == ["link 0 bridge"]


def test_hostile_values_can_be_written() -> None:
    assert json.loads(json.dumps(comparison_document(compare(recorded(), hostile()))))["equal"] is False
