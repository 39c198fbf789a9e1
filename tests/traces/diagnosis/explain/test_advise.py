"""Names of a hostile text in commands that are pasted into a root shell."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traces.diagnosis.explain.advise import as_command, fault_of, in_words
from traces.diagnosis.explain.faults.table import FAULTS
from traces.diagnosis.explain.layers.table import LEAVES, WRAPPERS


@pytest.mark.parametrize("name", ["$(reboot)", "a;reboot", "`id`", "-rf", "a\nb", "a'b", "", "é", "a&b", "a|b", "*"])
def test_what_a_shell_could_read_is_left_out(name: str) -> None:
    assert as_command("ls -l {path}; cnistep doctor", {"path": name}) == "cnistep doctor"


@given(st.text(max_size=40))
def test_a_name_never_becomes_more_words_than_it_is(name: str) -> None:
    words = shlex.split(as_command("ls {path}", {"path": name}))
    assert words in (["ls", *name.split(" ")], ["cnistep", "doctor"])


def test_harmless_names_stand_in_the_command() -> None:
    assert as_command("ls -l {dirs}", {"dirs": "/opt/cni/bin /usr/lib/cni"}) == "ls -l /opt/cni/bin /usr/lib/cni"


def test_names_that_are_missing_become_words() -> None:
    assert in_words("{plugin} has {ifname}", {}) == "the plugin has the interface"
    assert in_words("on {filesystem}", {"magic": "1021994"}) == "on tmpfs"
    assert in_words("on {filesystem}", {"magic": "abc"}) == "on a file system abc"


def test_every_kind_of_the_templates_is_known() -> None:
    kinds = {kind for template in (*WRAPPERS, *LEAVES) for kind in template.kinds[:1]}
    kinds |= {kind for template in WRAPPERS for kind in (*template.within.values(), *template.empty)}
    assert {kind for kind in kinds if kind not in FAULTS} == {"netns/no-such-file"} & kinds


def test_every_kind_can_be_told_without_any_name() -> None:
    for kind in FAULTS:
        fault = fault_of(kind)
        assert in_words(fault.cause, {})
        assert "{" not in as_command(fault.next_step, {}).replace("{print", "").replace('{"', "")
