"""A meta plugin whose own list of delegates is gone."""

from pathlib import Path

import pytest

from tests.support.node_trees import check
from tests.support.scripted import MAKER_RESULT, answering, failing, found, quotes, run_chain
from traces.diagnosis.rules.cache_delegates import RULE

LOST = "error reading the delegates: no cache for c0ffee"


def test_a_del_that_misses_the_plugin_s_own_list(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"meta": failing(LOST, "DEL")}, "DEL")
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link, finding.is_proven) == ("cache/delegate-cache-missing", 0, True)
    assert "delegates that DEL" in "".join(each.where for each in finding.evidence)
    assert LOST in quotes(finding)


def test_libcni_s_cache_that_is_there_is_shown_beside_it(tmp_path: Path) -> None:
    script = answering(MAKER_RESULT) + "\n"
    both = script.replace("|| exit 0", f"|| {{ {failing(LOST, 'DEL').partition(chr(10))[2]}\n}}")
    _, delete = run_chain(tmp_path, {"meta": both}, "ADD", "DEL")
    (finding,) = found(RULE, delete)
    assert any("bytes" in each.quote for each in finding.evidence)


@pytest.mark.parametrize("msg", ["no such process", "unable to delete the route", "cache is warm"])
def test_other_errors_of_del_are_not_its_own(tmp_path: Path, msg: str) -> None:
    (trace,) = run_chain(tmp_path, {"meta": failing(msg, "DEL")}, "DEL")
    assert found(RULE, trace) == []


def test_a_reported_text_is_not_proven() -> None:
    text = "error reading the delegates: cached delegates file not found and the pod no longer exists in the API"
    (finding,) = check(RULE, text=text, verb="DEL")
    assert not finding.is_proven
