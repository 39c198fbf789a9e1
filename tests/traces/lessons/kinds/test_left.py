"""What is left behind is read from the cache and the kernel."""

from pathlib import Path

from tests.support.lessons import BRIDGE, LOOPBACK, TUNING, asked, right
from tests.support.needs import needs_namespaces
from traces.lessons.kinds.left import THINGS
from traces.lessons.question import judge

pytestmark = [needs_namespaces]
STEP = '[[step]]\nid = "left"\nkind = "left"\n'
ADD = '[[run]]\nverb = "ADD"\n'
POD = {THINGS[thing] for thing in ("pod-interface", "host-end", "reservation")}


def test_another_chain_has_another_answer(tmp_path: Path) -> None:
    assert right(asked(tmp_path, BRIDGE, toml=ADD + STEP)) == {*POD, THINGS["bridge"], THINGS["cache"]}
    assert right(asked(tmp_path, LOOPBACK, toml=ADD + STEP)) == {THINGS["cache"]}


def test_del_leaves_what_was_not_asked_to_go(tmp_path: Path) -> None:
    toml = ADD + '[[run]]\nverb = "DEL"\nfaults = ["1:DEL:error"]\n' + STEP + 'run = "del"\n'
    assert right(asked(tmp_path, BRIDGE, TUNING, toml=toml)) == {*POD, THINGS["bridge"], THINGS["cache"]}
    well = toml.replace('faults = ["1:DEL:error"]\n', "")
    assert right(asked(tmp_path, BRIDGE, TUNING, toml=well)) == {THINGS["bridge"]}


def test_all_must_be_named_and_nothing_else(tmp_path: Path) -> None:
    question = asked(tmp_path, BRIDGE, toml=ADD + STEP)
    letters = [letter for letter, choice in zip("abcdefg", question.choices, strict=True) if choice.right]
    assert judge(question, ", ".join(letters)).right
    assert not judge(question, " ".join(letters[1:])).right
    assert not judge(question, "a b c d e f g").right


def test_what_no_link_has_made_is_offered_too(tmp_path: Path) -> None:
    question = asked(tmp_path, LOOPBACK, toml=ADD + STEP)
    assert {*THINGS.values()} < {choice.text for choice in question.choices}


def test_a_good_add_is_not_asked_for_leftovers(tmp_path: Path) -> None:
    add = ADD + '[[run]]\nverb = "DEL"\nfaults = ["0:DEL:error"]\n' + STEP
    assert asked(tmp_path, BRIDGE, toml=add).prompt == "ADD runs. It ends well. What is there now? Name all of it."
    assert asked(tmp_path, BRIDGE, toml=f'{add}run = "del"\n').prompt == (
        "DEL runs; bridge (link 0) is made to answer error 11. It fails. What is left behind? Name all of it."
    )


def test_evidence_names_what_is_there(tmp_path: Path) -> None:
    evidence = "\n".join(asked(tmp_path, BRIDGE, toml=ADD + STEP).evidence)
    assert "the reservation of the pod's address: /var/lib/cni/networks/shop/10.22.0.2" in evidence
    assert "the bridge on the host: cni0" in evidence
