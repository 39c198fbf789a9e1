"""Layers from the outermost to the innermost, lists of errors, and what no template knows."""

from hypothesis import given
from hypothesis import strategies as st

from traces.diagnosis.explain.peel import begins_a_text, peel


def added(text: str) -> list[str]:
    """What each layer of the first error added."""
    return [words for _, words in peel(text)[0].wrappers]


def test_each_layer_keeps_its_own_words() -> None:
    text = 'failed to setup network for sandbox "a": plugin type="b" failed (add): no interfaces provided'
    assert added(text) == ['failed to setup network for sandbox "a": …', 'plugin type="b" failed (add): …']
    assert peel(text)[0].text == "no interfaces provided"


def test_words_that_nobody_knows_are_kept_at_their_place() -> None:
    found = peel('pre-run hook "network" failed: failed to configure network: something else')[0]
    assert found.unknown == ((0, 'pre-run hook "network" failed'),)
    assert found.text == "something else"


def test_an_error_before_another_is_one_of_its_own() -> None:
    found = peel("no interfaces provided; network plugin is not ready: cni config uninitialized")
    assert [each.text for each in found] == ["no interfaces provided", "cni config uninitialized"]


def test_a_list_with_commas_and_one_with_blanks() -> None:
    commas = '[failed to "KillPodSandbox" for "u" with KillPodSandboxError: "x y", error killing pod: z]'
    assert [each.text for each in peel(commas)] == ["x y", "z"]
    blanks = '[plugin a does not support config version "1" failed to find plugin "b" in path [/c]]'
    assert [each.text for each in peel(blanks)] == [
        'plugin a does not support config version "1"',
        'failed to find plugin "b" in path [/c]',
    ]


def test_a_comma_within_an_error_is_no_end() -> None:
    assert len(peel("[error killing pod: one, failed to two]")) == 1


def test_the_pod_of_multus_is_no_list() -> None:
    assert peel("[shop/web-0:net1]: no interfaces provided")[0].facts["network"] == "net1"


def test_the_pod_of_multus_may_have_its_uid() -> None:
    for form in ("[shop/web-0/9ca0:net1]: x", "Multus: [shop/web-0/9ca0]: x", "Multus: [shop/web-0]: x"):
        assert (peel(form)[0].facts["namespace"], peel(form)[0].facts["pod"]) == ("shop", "web-0")


def test_an_outer_plugins_entry_is_not_the_inner_ones() -> None:
    text = 'plugin type="multus" name="main" failed (add): plugin type="bridge" failed (add): x'
    assert peel(text)[0].facts["entry"] == ""


def test_a_whole_request_is_not_repeated() -> None:
    request = "&{StdinData:[" + "12 " * 999 + "]}"
    text = f"CNI request failed with status 400: '{request} ERRORED: error configuring pod [a/b] networking: x'"
    assert peel(text)[0].unknown == ((1, "&{…}"),)


def test_podmans_list_is_taken_apart() -> None:
    text = '2 errors occurred:\n\t* plugin type="a" failed (delete): x\n\t* plugin type="b" failed (delete): y'
    assert [each.plugins for each in peel(text)] == [("a",), ("b",)]


def test_a_cut_off_text_is_read_as_far_as_it_goes() -> None:
    assert (
        peel('failed to "KillPodSandbox" for "u" with KillPodSandboxError: "rpc error: code = U desc = fai')[0].text
        == "fai"
    )


@given(st.text(alphabet="[]\"\\'{}: ,\nfailed to GC plugin=()", max_size=120))
def test_any_text_comes_to_an_end(text: str) -> None:
    assert isinstance(peel(f"failed to setup network for sandbox {text}"), tuple)


def test_where_a_text_begins_is_known() -> None:
    assert begins_a_text("Failed to create pod sandbox: x")
    assert not begins_a_text("and so on")
