"""An explanation as text, drawn and told."""

from tests.support.error_texts import in_containerd, in_libcni
from traces.diagnosis.explain.explain import explain_record
from traces.diagnosis.explain.explanation import Explanation
from traces.diagnosis.explain.text import explanation_plain, explanation_text, headline

FOUND = explain_record(in_containerd(in_libcni("no interfaces provided")))[0]


def test_the_first_line_says_what_failed() -> None:
    assert explanation_text(FOUND).splitlines()[0] == "ADD failed at the plugin calico «main», sandbox 0f31caad287b"


def test_error_kind_cause_and_next_come_before_the_layers() -> None:
    rows = explanation_text(FOUND).splitlines()
    labels = [row.split()[0] for row in rows if row.startswith("  ") and row[2:3].strip()]
    assert labels == ["error", "kind", "cause", "ended", "next", "do", "who"]


def test_layers_are_told_from_the_outside_in() -> None:
    rows = [
        row.split()[0] for row in explanation_text(FOUND).splitlines() if row.startswith("    ") and row[4:5].strip()
    ]
    assert rows == ["CRI", "containerd", "libcni", "calico"]


def test_every_row_fits_the_width() -> None:
    assert max(map(len, explanation_text(FOUND, width=60).splitlines())) <= 60


def test_ascii_holds_nothing_else() -> None:
    assert explanation_text(FOUND, ascii=True).isascii()


def test_hostile_text_is_made_harmless() -> None:
    evil = explain_record('plugin type="a\x1b[2J" failed (add): \x1b]52;c;AAAA\x07 no \u202e interfaces')[0]
    for shown in (explanation_text(evil), explanation_plain(evil), headline(evil)):
        assert not {"\x1b", "\x07", "\u202e"} & set(shown)


def test_plain_text_is_labels_and_texts() -> None:
    rows = explanation_plain(FOUND).splitlines()
    assert rows[1:3] == ["error: no interfaces provided", "kind: prevresult/no-interfaces"]
    assert rows[-1] == "layer 4: calico: no interfaces provided (prevResult lists no interface)"


def test_how_often_and_when_is_said_once() -> None:
    seen = Explanation(error="x", count=1200, attempts=3, first="a", last="b", pods=("s/a", "s/b", "s/c", "s/d"))
    assert (
        "seen: 1,200 times, for 3 sandboxes; of the pods s/a, s/b, s/c and 1 more; first a, last b"
        in explanation_plain(seen)
    )


def test_a_delegate_is_named_with_who_ran_it() -> None:
    assert headline(Explanation(error="x", verb="ADD", plugin="bridge", through=("multus", "flannel"))) == (
        "ADD failed at the plugin bridge (run by flannel, multus)"
    )
