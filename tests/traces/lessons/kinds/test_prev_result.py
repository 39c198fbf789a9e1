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


def test_a_merge_that_looks_like_an_answer_is_not_offered(tmp_path: Path) -> None:
    question = asked(tmp_path, BRIDGE, TUNING, BANDWIDTH, toml=f"{ADD}{STEP}link = 2\n")
    assert [choice.text for choice in question.choices if "merged" in choice.text] == []


def test_what_a_delegate_answered_is_offered(tmp_path: Path) -> None:
    question = asked(tmp_path, BRIDGE, TUNING, toml=f"{ADD}{STEP}link = 1\n")
    assert "what host-local answered" in {choice.text for choice in question.choices if not choice.right}


def test_a_plugin_of_two_links_is_told_with_its_link(tmp_path: Path) -> None:
    other = TUNING | {"mac": "c2:11:22:33:44:66"}
    question = asked(tmp_path, BRIDGE, TUNING, other, BANDWIDTH, toml=f"{ADD}{STEP}link = 3\n")
    assert right(question) == {"what tuning (link 2) answered"}
    assert "what tuning (link 1) answered" in {choice.text for choice in question.choices}


def test_what_ran_before_is_told(tmp_path: Path) -> None:
    toml = ADD + '[[run]]\nverb = "DEL"\nfaults = ["1:DEL:error"]\n[[run]]\nname = "retry"\nverb = "DEL"\n' + STEP
    question = asked(tmp_path, BRIDGE, TUNING, toml=f'{toml}run = "retry"\nlink = 0\n')
    assert question.prompt == (
        "ADD went well, then DEL failed. DEL runs. Which prevResult does bridge (link 0) find on its stdin?"
    )


def test_another_pods_result_is_none_of_its_own(tmp_path: Path) -> None:
    toml = f'{ADD}[[run]]\nverb = "DEL"\ncontainer = "77aa00bb11cc"\nnetns = "other"\n{STEP}run = "del"\nlink = 0\n'
    question = asked(tmp_path, BRIDGE, toml=toml)
    assert right(question) == {"none at all"}
    assert question.prompt.startswith("DEL runs. ")


def test_evidence_is_the_prev_result_and_no_more(tmp_path: Path) -> None:
    evidence = asked(tmp_path, LOOPBACK, BRIDGE, toml=f"{ADD}{STEP}link = 1\n").evidence
    assert evidence[0] == "bridge (link 1) found this prevResult on its stdin:"
    assert evidence[2:4] == (
        "  interfaces:",
        '    {"mac": "00:00:00:00:00:00", "name": "lo", "sandbox": "/run/netns/pod"}',
    )
    bare = asked(tmp_path, BRIDGE, toml=f"{ADD}{STEP}link = 0\n").evidence
    assert bare == (
        "bridge (link 0) found no prevResult on its stdin.",
        "At its top there is: bridge, cniVersion, ipam, isGateway, name, type",
    )
