"""What the user makes of a call that is held: edits, answers, skips; and what ends a run that is held."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.chains import ANSWERS, RESULT, scripts
from tests.support.cli import conflist
from tests.support.needs import needs_namespaces
from tests.support.stepping import POD, Bench, calling, into, links, over, skip, step
from traces import Attachment, Session, load_file
from traces.model.answer import Answer
from traces.model.call import Outcome
from traces.model.events import Held
from traces.session.breakpoints import Breakpoints
from traces.session.stepper import Stepper

pytestmark = needs_namespaces
TWO_AT_ONCE = f"""cat >/tmp/in; for name in inner inner; do "${{CNI_PATH%%:*}}/$name" </tmp/in >/dev/null & done; wait
[ "$CNI_COMMAND" = ADD ] && printf '%s' '{RESULT}'
exit 0"""
SHOWS = """printf '%s' "$(cat)" >&2; printf '%s' ":$MINE" >&2
[ "$CNI_COMMAND" = ADD ] && printf '%s' '{"cniVersion":"1.0.0"}'
exit 0"""
"""A plugin that says on stderr what it was given."""


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """The usual chain."""
    made = Bench(tmp_path)
    with made.session:
        yield made


def test_a_changed_stdin_is_what_the_plugin_gets(tmp_path: Path) -> None:
    bench = Bench(tmp_path, two=SHOWS)

    def change(stepper: Stepper) -> None:
        config = json.loads(stepper.held[0].stdin)
        config["prevResult"]["ips"][0]["address"] = "10.9.9.9/16"
        stepper.release(stepper.held[0].call, stdin=json.dumps(config).encode())

    with bench.session:
        stepped = bench.step(links(), over, change)
    call = stepped.trace.calls[1]
    assert b"10.9.9.9/16" in call.stderr and b"10.9.9.9/16" in call.stdin
    assert call.touched == ("stdin",) and b"10.1.0.2/16" in (call.sent_stdin or b"")
    assert stepped.trace.notes == ("stdin of link 1, two, edited by hand: replace /prevResult/ips/0/address",)
    assert stepped.stops == ["one", "two", "three"]


def test_an_edit_waits_until_the_call_goes(tmp_path: Path) -> None:
    bench, stepper = Bench(tmp_path, two=SHOWS), links()

    def edit(stepper: Stepper) -> None:
        held = stepper.held[0]
        stepper.edit(held.call, stdin=b'{"cniVersion":"1.0.0"}', environment=(*held.environment, b"MINE=yes"))
        (both,) = stepper.held
        assert (both.edited, both.stdin) == (("stdin", "env"), b'{"cniVersion":"1.0.0"}')
        stepper.edit(held.call, environment=(*held.environment, b"MINE=yes"))
        assert [each.edited for each in stepper.held] == [("env",)]
        stepper.over()

    with bench.session:
        stepped = bench.step(stepper, over, edit)
    call = stepped.trace.calls[1]
    assert call.stderr.endswith(b":yes") and call.touched == ("env",)
    assert stepped.trace.notes == ("environment of link 1, two, edited by hand: set MINE",)


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("verb", ["ADD", "DEL"])
def test_a_skipped_link_is_as_if_it_were_not_there(tmp_path: Path, place: int, verb: str) -> None:
    bench = Bench(tmp_path, two=ANSWERS)
    order = [0, 1, 2] if verb == "ADD" else [2, 1, 0]
    with bench.session:
        bench.step(Stepper(), verbs="ADD")
        stepped = bench.step(links(), *[over] * place, skip, then=over, verbs=verb)
    trace = stepped.trace
    skipped = order[place]
    name = ("one", "two", "three")[skipped]
    assert trace.failure is None
    assert trace.notes == (f"link {skipped}, {name}, skipped by hand",)
    assert len(stepped.stops) == 3
    call = trace.calls[place]
    assert call.touched == ("answer",) and call.outcome is Outcome.OK
    if verb == "ADD":
        given = json.loads(call.stdout)
        assert given == (json.loads(call.stdin)["prevResult"] if skipped else {"cniVersion": "1.0.0"})
    else:
        assert call.stdout == b""


@pytest.mark.parametrize("version", ["0.2.0", "0.3.1", "0.4.0", "1.1.0"])
def test_the_first_link_is_skipped_in_every_version(tmp_path: Path, version: str) -> None:
    answers = ANSWERS.replace("1.0.0", version).replace('"ips":[{"address":"10.1.0.2/16"}]', '"dns":{}')
    bench = Bench(tmp_path, one=answers, two=answers, three=answers)
    network = load_file(str(conflist(tmp_path, {"type": "one"}, {"type": "two"}, cniVersion=version)))
    stepper = links()
    with bench.session:
        stepped = step(bench.session.follow("ADD", network, POD, stepper=stepper), stepper, skip, skip)
    assert stepped.trace.failure is None
    assert json.loads(stepped.trace.result or b"")["cniVersion"] == version


def test_a_result_given_by_hand_feeds_the_next_link(bench: Bench) -> None:
    own = b'{"cniVersion":"1.0.0","ips":[{"address":"10.7.7.7/16"}]}'

    def answer(stepper: Stepper) -> None:
        stepper.answer(stepper.held[0].call, Answer(stdout=own, stderr=b"mine\n"))

    stepped = bench.step(links(), answer, over)
    one, two = stepped.trace.calls[:2]
    assert (one.stdout, one.stderr, one.exit_code, one.touched) == (own, b"mine\n", 0, ("answer",))
    assert json.loads(two.stdin)["prevResult"]["ips"] == [{"address": "10.7.7.7/16"}]
    assert stepped.trace.notes == ("link 0, one, answered by hand with a result",)


def test_an_error_given_by_hand_ends_the_chain(bench: Bench) -> None:
    error = b'{"cniVersion":"1.0.0","code":11,"msg":"try again later","details":"by hand"}'

    def answer(stepper: Stepper) -> None:
        stepper.answer(stepper.held[0].call, Answer(stdout=error, exit_code=1))

    stepped = bench.step(links(), over, answer)
    assert stepped.trace.error == 'plugin type="two" failed (add): try again later; by hand'
    assert stepped.trace.error_code == 11
    assert [call.plugin for call in stepped.trace.calls] == ["one", "two"]
    assert stepped.trace.notes == ("link 1, two, answered by hand with an error, code 11",)


def test_a_delegate_is_answered_by_hand(tmp_path: Path) -> None:
    passes = 'cat >/tmp/in; "${CNI_PATH%%:*}/inner" </tmp/in'
    bench = Bench(tmp_path, two=passes)
    own = b'{"cniVersion":"1.0.0","ips":[{"address":"10.7.7.7/16"}]}'
    with bench.session:
        stepped = bench.step(
            links(), over, into, lambda stepper: stepper.answer(stepper.held[0].call, Answer(stdout=own))
        )
    assert stepped.stops == ["one", "two", "inner", "three"]
    assert stepped.trace.calls[1].stdout == own
    assert stepped.trace.notes == ("inner, called by link 1, two, answered by hand with a result",)


def test_two_calls_are_held_at_once(tmp_path: Path) -> None:
    bench, seen = Bench(tmp_path, two=TWO_AT_ONCE), []

    def wait_for_both(stepper: Stepper) -> None:
        seen.append([held.plugin for held in stepper.held])
        if len(stepper.held) == 2:
            first, second = stepper.held
            stepper.answer(second.call, Answer(stdout=b"{}"))
            assert [held.call for held in stepper.held] == [first.call]
            stepper.go_on()

    with bench.session:
        stepped = bench.step(Stepper(breakpoints=Breakpoints("plugin=inner")), then=wait_for_both)
    assert seen == [["inner"], ["inner", "inner"]]
    assert stepped.trace.failure is None
    first, second = (call for call in stepped.trace.calls if call.plugin == "inner")
    assert (first.touched, second.touched) == ((), ("answer",))
    assert first.parent == second.parent == "2"


def test_a_stop_ends_a_run_that_is_held(bench: Bench) -> None:
    stepped = bench.step(links(), over, lambda stepper: bench.session.stop.set())
    trace = stepped.trace
    assert trace.error == "the run was stopped"
    assert [call.plugin for call in trace.calls] == ["one", "two"]
    assert trace.calls[1].outcome is Outcome.KILLED
    assert trace.notes == ("link 1, two, was held when the run was stopped: it was not executed",)


def test_a_stop_keeps_a_held_delegate_from_running(tmp_path: Path) -> None:
    bench = Bench(tmp_path, inner=f"touch /tmp/inner-ran\n{ANSWERS}")
    stepper = Stepper(breakpoints=Breakpoints("plugin=inner"))
    with bench.session:
        stepped = bench.step(stepper, lambda stepper: bench.session.stop.set())
        ran = bench.session.place.sandbox.run(("/bin/ls", "/tmp/inner-ran")).exit_code
    assert ran == 2
    assert stepper.held == () and not stepper.stands_still()
    said = "inner, called by mid, called by link 1, two, was held when the run was stopped: it was not executed"
    assert said in stepped.trace.notes


def test_a_session_is_closed_while_it_is_held(bench: Bench) -> None:
    stepper, held = links(), threading.Event()
    traces: list[str | None] = []

    def pull() -> None:
        for event in bench.session.follow("ADD", bench.network, POD, stepper=stepper):
            if isinstance(event, Held):
                held.set()
        traces.append(event.trace.error)  # type: ignore[union-attr]

    thread = threading.Thread(target=pull)
    thread.start()
    assert held.wait(30)
    bench.session.close()
    thread.join(30)
    assert traces == ["the run was stopped"] and stepper.held == ()


def test_the_deadline_stands_still_while_something_is_held(bench: Bench) -> None:
    def wait(stepper: Stepper) -> None:
        threading.Timer(1.2, stepper.over).start()

    stepped = bench.step(links(), wait, then=over, timeout=1.0)
    assert stepped.trace.failure is None
    assert stepped.stops == ["one", "two", "three"]


def test_gc_is_held_at_the_links_of_its_dels_too(tmp_path: Path) -> None:
    bench = Bench(tmp_path, two=ANSWERS)
    network = load_file(str(conflist(tmp_path, {"type": "one"}, {"type": "two"}, cniVersion="1.1.0")))
    stepper = links()
    with bench.session:
        bench.session.run("ADD", network, POD)
        stepped = step(bench.session.follow("GC", network, POD, stepper=stepper), stepper, skip, then=over)
    assert [(held.plugin, held.verb) for held in stepped.held if held] == [
        ("two", "DEL"),
        ("one", "DEL"),
        ("one", "GC"),
        ("two", "GC"),
    ]
    assert stepped.trace.notes == ("link 1, two (DEL), skipped by hand",)


def test_recorders_that_go_first_on_the_path_are_not_seen(tmp_path: Path) -> None:
    """Without a mount namespace they are folders in CNI_PATH: an edit keeps them, so that delegates are recorded."""
    binaries = scripts(tmp_path / "bin", two=calling("inner"), inner=ANSWERS)
    network = load_file(str(conflist(tmp_path, {"type": "two"})))
    session, stepper = (
        Session(plugin_dirs=[binaries], cache_dir=tmp_path / "cache", state_dir=tmp_path / "state", simulate="none"),
        links(),
    )

    def edit(stepper: Stepper) -> None:
        held = stepper.held[0]
        assert [entry for entry in held.environment if entry.startswith(b"CNI_PATH=")] == [b"CNI_PATH=%s" % binaries_of]
        stepper.release(held.call, environment=(*held.environment, b"MINE=yes"))

    binaries_of = str(binaries).encode()
    with session:
        pod = Attachment(container_id="c0ffee", netns="/nowhere")
        stepped = step(session.follow("ADD", network, pod, stepper=stepper), stepper, edit)
    outer, inner = stepped.trace.calls
    assert (outer.plugin, inner.plugin, inner.parent) == ("two", "inner", outer.id)
    assert stepped.trace.notes == ("environment of link 0, two, edited by hand: set MINE",)


def test_an_edited_command_leaves_a_call_in_its_link(tmp_path: Path) -> None:
    bench = Bench(tmp_path, two=ANSWERS)

    def edit(stepper: Stepper) -> None:
        held = stepper.held[0]
        without = tuple(entry for entry in held.environment if not entry.startswith(b"CNI_COMMAND="))
        stepper.release(held.call, environment=without)

    with bench.session:
        stepped = bench.step(links(), over, edit)
    assert [(call.plugin, call.link, call.verb) for call in stepped.trace.calls[:2]] == [
        ("one", 0, "ADD"),
        ("two", 1, "ADD"),
    ]
