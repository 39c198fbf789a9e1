from rich.color import Color
from rich.style import Style

from panels.render.sequence_styles import SequenceStyles, When, fade
from traces.timeline.cells import Ink, Span

STYLES = {
    "sequence--here": Style.parse("on #203040"),
    "sequence--token": Style.parse("bold #ffcc00 on #000000"),
}


def component(name: str) -> Style:
    return STYLES.get(name, Style.parse("#ffffff on #000000"))


def test_the_future_is_on_its_way_to_the_background() -> None:
    faded = fade(Style.parse("bold #ffffff on #000000"))
    assert faded.color is not None
    assert faded.color.triplet is not None
    assert 60 < faded.color.triplet.red < 160
    assert not faded.bold


def test_a_terminals_own_colour_is_dimmed_instead() -> None:
    assert fade(Style(color=Color.parse("green"))).dim


def test_the_cursors_row_has_its_own_background() -> None:
    style = SequenceStyles(component).style(Ink.LABEL, When.HERE)
    assert style.bgcolor == Color.parse("#203040")


def test_the_token_stands_on_the_cursors_row() -> None:
    token = SequenceStyles(component).token
    assert (token.color, token.bgcolor) == (Color.parse("#ffcc00"), Color.parse("#203040"))


def test_what_is_faint_is_not_faded_again() -> None:
    styles = SequenceStyles(component)
    assert styles.style(Ink.UNREACHED, When.FUTURE) == styles.style(Ink.UNREACHED)


def test_a_style_is_looked_up_once() -> None:
    asked: list[str] = []

    def counting(name: str) -> Style:
        asked.append(name)
        return component(name)

    styles = SequenceStyles(counting)
    styles.strip((Span("a", Ink.LABEL), Span("b", Ink.LABEL)))
    styles.strip((Span("c", Ink.LABEL),))
    assert asked == ["sequence--label"]
    styles.clear()
    styles.style(Ink.LABEL)
    assert len(asked) == 2
