"""What a query finds among calls, in a list, and in whole traces."""

import json
from dataclasses import replace

import pytest

from tests.support.calls import summary
from tests.support.traces import MS, T0, failing_add, made, network, recorded, running, simple_call
from traces.model.call import Call, Outcome
from traces.model.mark import Mark
from traces.model.trace import Trace
from traces.store.summarise import summary_of
from traces.timeline.query import parse

ALL = (
    summary("web", pod="web-0", namespace="shop", network="pods"),
    summary("webx", "DEL", pod="web-1-x", namespace="shop", network="pods", error="no", failed_plugin="portmap"),
    summary("db", pod="db-0", namespace="data", network="storage", finished=False),
    summary("none", "CHECK", container_id="failed-job", network="pods"),
)
FAILING = failing_add()
EMPTY_RESULT = simple_call(0, "static", stdout=b'{"cniVersion":"1.0.0"}', environment=(b"CNI_IFNAME=eth1",))
OLD_RESULT = simple_call(1, "old", stdout=b'{"ip4":{"ip":"10.9.0.1/24","routes":[{"dst":"0.0.0.0/0"}]}}')
KILLED = simple_call(2, "tuning", exit_code=None, signal=9, stdout=b"", outcome=Outcome.KILLED, ended=T0 + 2000 * MS)
GONE = simple_call(3, "portmap", verb="DEL", stdout=b"", stderr=b"gone\n")
BIG = simple_call(4, "late", exit_code=1, stdout=json.dumps({"code": 2**64 - 1, "msg": "no"}).encode())
FIVE = made(
    network("static", "old", "tuning", "portmap", "late"),
    (EMPTY_RESULT, OLD_RESULT, KILLED, GONE, replace(BIG, outcome=Outcome.ERROR)),
)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", ["web", "webx", "db", "none"]),
        ("pod:web", ["web", "webx"]),
        ("POD:WEB-0", ["web"]),
        ("pod:web-*-x", ["webx"]),
        ("pod:w?b-0", ["web"]),
        ("pod:[dw]*b-0", ["web", "db"]),
        ("pod:shop/web", ["web", "webx"]),
        ("pod:data/web", []),
        ("pod=web", []),
        ("pod=web-0,db-0", ["web", "db"]),
        ("pod=shop/web-0", ["web"]),
        ("pod=web-*", ["web", "webx"]),
        ("pod!~web", ["db", "none"]),
        ("pod empty", ["none"]),
        ("pod not empty ns!=shop", ["db"]),
        ("ns:data", ["db"]),
        ("net:storage", ["db"]),
        ("net:stor*", ["db"]),
        ("verb:del", ["webx"]),
        ("verb:del,check", ["webx", "none"]),
        ("verb:a", ["web", "db"]),
        ("verb:h", []),
        ("failed", ["webx"]),
        ("not failed", ["web", "db", "none"]),
        ("running", ["db"]),
        ("ok", ["web", "none"]),
        ("fail", ["webx", "none"]),
        ('"failed" not failed', ["none"]),
        ("portmap pod:web", ["webx"]),
        ("not shop", ["db", "none"]),
        ("pod:", ["web", "webx", "db", "none"]),
        ("ns:shop verb:add", ["web"]),
        ("shop/web-0", ["web"]),
        ("sh*0", ["web"]),
        ("failed_plugin=portmap error~no", ["webx"]),
        ("colour:red", []),
        ("plugin=portmap", []),
    ],
)
def test_each_word_must_fit_a_row(typed: str, found: list[str]) -> None:
    assert [each.id for each in ALL if parse(typed).fits_summary(each)] == found


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("plugin=portmap", ["portmap"]),
        ("plugin~t", ["static", "tuning", "portmap", "late"]),
        ("verb=del", ["portmap"]),
        ("verb~a", ["static", "old", "tuning", "late"]),
        ("link>=3", ["portmap", "late"]),
        ("depth=0 link<1", ["static"]),
        ("exit=0", ["static", "old", "portmap"]),
        ("exit!=0", ["tuning", "late"]),
        ("exit empty", ["tuning"]),
        ("signal=9", ["tuning"]),
        ("signal not empty", ["tuning"]),
        (f"code={2**64 - 1}", ["late"]),
        ("code!=11 failed", ["tuning", "late"]),
        ("msg=NO", ["late"]),
        ("msg empty", ["static", "old", "tuning", "portmap"]),
        ("ms>1000", ["tuning"]),
        ("ms=4", ["static", "old", "portmap", "late"]),
        ("ips empty", ["static"]),
        ("ips not empty", ["old"]),
        ("ips=1 routes=1", ["old"]),
        ("ips!=0", ["old", "tuning", "portmap", "late"]),
        ("ips~10.9.", ["old"]),
        ("ips~10*24", ["old"]),
        ("ips!~10.9.", ["static", "tuning", "portmap", "late"]),
        ("dns empty interfaces empty", ["static", "old"]),
        ("stdin~PREVRESULT", ["static", "old", "tuning", "portmap", "late"]),
        ("env~cni_ifname=eth1", ["static"]),
        ("env empty", ["old", "tuning", "portmap", "late"]),
        ("stderr not empty", ["portmap"]),
        ("stderr~gone", ["portmap"]),
        ("stdout empty", ["tuning", "portmap"]),
        ("touched empty simulated=no signal=9", ["tuning"]),
        ("failed", ["tuning", "late"]),
        ("running", []),
        ("10.9.0", ["old"]),
        ("not exit=0", ["tuning", "late"]),
        ("pod=web-0 container~cnitool ifname=eth0 place=sandbox ms>1000", ["tuning"]),
        ("pod=other", []),
    ],
)
def test_each_word_must_fit_a_call(typed: str, found: list[str]) -> None:
    assert [call.plugin for call in FIVE.calls if parse(typed).fits_call(call, FIVE)] == found


@pytest.mark.parametrize(
    ("typed", "fits"),
    [
        ("plugin=portmap exit!=0", True),
        ("plugin=bridge exit!=0", False),
        ("plugin=host-local depth=1 exit=0", True),
        ("plugin=host-local depth=0", False),
        ("code=11", True),
        ("code=12", False),
        ("stderr not empty", True),
        ("stderr not empty plugin=bridge", False),
        ("ms>50", True),
        ("ms>50 plugin=bridge", False),
        ("ips empty", False),
        ("ips=1 interfaces>0", True),
        ("failed plugin=bridge", True),
        ("ok", False),
        ("not plugin=tuning", True),
        ("not plugin=portmap", False),
        ("plugin=bridge not code=11", False),
        ("plugin!=bridge", True),
        ("simulated=yes", False),
        ("error~exists failed_plugin=portmap", True),
        ("verb=add net=five id=add-1", True),
    ],
)
def test_a_row_knows_the_facts_of_calls(typed: str, fits: bool) -> None:
    assert parse(typed).fits_summary(summary_of(FAILING)) is fits
    assert parse(typed).fits_trace(FAILING) is fits
    assert not parse(typed).needs_trace


@pytest.mark.parametrize(
    ("typed", "fits"),
    [
        ("stdin~portMappings", True),
        ("stdin~portMappings plugin=bridge", False),
        ("stdout~'chain exists' plugin=portmap", True),
        ("msg~iptables code=11", True),
        ("env~CNI_COMMAND=DEL", False),
        ("ips~10.", True),
        ("not stderr~'no such'", True),
        ("notes empty marks~look", True),
    ],
)
def test_what_a_row_does_not_know_is_taken_to_fit(typed: str, fits: bool) -> None:
    trace = replace(FAILING, marks=(Mark(call=FAILING.calls[0].id, note="look here"),))
    assert parse(typed).needs_trace
    assert parse(typed).fits_summary(summary_of(trace))
    assert parse(typed).fits_trace(trace) is fits


def test_a_row_excludes_by_what_it_knows_besides() -> None:
    query = parse("stdin~portMappings plugin=nobody")
    assert query.needs_trace
    assert not query.fits_summary(summary_of(FAILING))


@pytest.mark.parametrize("typed", ["exit!=0", "exit empty", "stderr empty", "ips!=1", "ms!=1", "failed", "ok"])
def test_nothing_asked_of_an_answer_fits_before_it(typed: str) -> None:
    trace = running()
    assert parse(typed).needs_answer
    assert not parse(typed).fits_call(trace.calls[-1], trace)


@pytest.mark.parametrize("typed", ["plugin=portmap", "running", "stdin not empty", "portmap", "not env~x", "pod=web-0"])
def test_what_is_known_before_the_answer_fits(typed: str) -> None:
    trace = running()
    assert not parse(typed).needs_answer
    assert parse(typed).fits_call(trace.calls[-1], trace)


def test_touched_and_simulated_calls_are_found() -> None:
    trace: Trace = replace(recorded(), simulated=("portmap",))
    call: Call = replace(trace.calls[0], touched=("stdin", "env"))
    trace = replace(trace, calls=(call, *trace.calls[1:]))
    for typed in ("touched=env", "touched not empty link=0", "simulated=yes plugin=portmap", "touched~ans,std"):
        assert parse(typed).fits_trace(trace), typed
        assert parse(typed).fits_summary(summary_of(trace)), typed
    for typed in ("touched=answer", "simulated=yes plugin=bridge", "simulated not empty plugin=bridge"):
        assert not parse(typed).fits_trace(trace), typed
        assert not parse(typed).fits_summary(summary_of(trace)), typed


def test_a_pattern_of_many_stars_is_no_burden() -> None:
    call = simple_call(0, "x", stderr=b"a" * 200_000)
    trace = made(network("x"), (call,))
    assert not parse("stderr~" + "*a" * 30 + "*b").fits_call(call, trace)
