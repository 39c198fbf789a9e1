"""Which prevResult a link is given is read from its stdin."""

from pathlib import Path

from tests.support.lessons import BANDWIDTH, BRIDGE, LOOPBACK, TUNING, asked, right
from tests.support.needs import needs_namespaces

pytestmark = [needs_namespaces]
ADD = '[[run]]\nverb = "ADD"\n'
STEP = '[[step]]\nid = "prev"\nkind = "prev-result"\n'
DEL = ADD + '[[run]]\nverb = "DEL"\n' + STEP + 'run = "del"\n'


def test_another_chain_has_another_answer(tmp_path: Path) -> None:
    toml = f"{ADD}{STEP}link = 2\n"
    assert right(asked(tmp_path, BRIDGE, TUNING, BANDWIDTH, toml=toml)) == {"what tuning answered"}
    assert right(asked(tmp_path, LOOPBACK, BRIDGE, BANDWIDTH, toml=toml)) == {"what bridge answered"}
    assert right(asked(tmp_path, BRIDGE, TUNING, toml=toml)) == {"it is not called at all"}


def test_who_passes_on_unchanged_makes_two_answers_right(tmp_path: Path) -> None:
    question = asked(tmp_path, BRIDGE, BANDWIDTH, TUNING, toml=f"{ADD}{STEP}link = 2\n")
    assert right(question) == {"what bridge answered", "what bandwidth answered"}
    assert len(question.choices) > len(question.right)


def test_the_first_link_is_given_none(tmp_path: Path) -> None:
    assert right(asked(tmp_path, BRIDGE, TUNING, toml=f"{ADD}{STEP}link = 0\n")) == {"none at all"}


def test_a_merge_is_offered_and_wrong(tmp_path: Path) -> None:
    question = asked(tmp_path, LOOPBACK, BRIDGE, BANDWIDTH, toml=f"{ADD}{STEP}link = 2\n")
    merged = next(choice for choice in question.choices if "merged" in choice.text)
    assert not merged.right


def test_del_is_given_the_cached_result(tmp_path: Path) -> None:
    question = asked(tmp_path, BRIDGE, TUNING, toml=f"{DEL}link = 0\n")
    assert right(question) == {"the whole chain's result of ADD, from the cache"}
    assert "what bridge had answered to ADD" in {choice.text for choice in question.choices}


def test_del_after_a_failed_add_is_given_none(tmp_path: Path) -> None:
    toml = f"{DEL}link = 0\n".replace('"ADD"\n', '"ADD"\nfaults = ["1:ADD:error"]\n', 1)
    assert right(asked(tmp_path, BRIDGE, TUNING, toml=toml)) == {"none at all"}
