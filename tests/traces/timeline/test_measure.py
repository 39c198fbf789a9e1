import pytest

from traces.timeline.glyphs import ASCII
from traces.timeline.measure import cells, clip, duration_text, line_count, one_line, size_text


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [
        (0, "0 µs"),
        (820_400, "820 µs"),
        (999_600, "1.0 ms"),
        (3_210_000, "3.2 ms"),
        (9_960_000, "10 ms"),
        (312_000_000, "312 ms"),
        (999_800_000, "1.0 s"),
        (4_150_000_000, "4.2 s"),
        (41_000_000_000, "41 s"),
        (125_000_000_000, "2 m 05 s"),
    ],
)
def test_durations_have_few_digits(nanoseconds: int, text: str) -> None:
    assert duration_text(nanoseconds) == text


def test_durations_can_be_ascii() -> None:
    assert duration_text(5_000, ASCII) == "5 us"


@pytest.mark.parametrize(("count", "text"), [(614, "614 B"), (12_300, "12 kB"), (3_140_000, "3.1 MB")])
def test_sizes_have_few_digits(count: int, text: str) -> None:
    assert size_text(count) == text


def test_wide_characters_take_two_cells() -> None:
    assert cells("網路") == 4


@pytest.mark.parametrize(
    ("text", "width", "cut"),
    [("bridge", 6, "bridge"), ("bridge", 4, "bri…"), ("網路網路", 4, "網…"), ("a b", 3, "a b"), ("abc", 0, "")],
)
def test_clipped_text_never_exceeds_its_width(text: str, width: int, cut: str) -> None:
    assert clip(text, width) == cut
    assert cells(cut) <= width


def test_one_line_has_no_break_and_no_control() -> None:
    assert one_line("a\nb\t\x1b[2J  c") == "a b ␛[2J c"


def test_one_line_of_a_megabyte_is_short() -> None:
    assert len(one_line(b"\xff" * 1_000_000)) <= 400


def test_bytes_that_are_no_text_are_escaped() -> None:
    assert one_line(b"a\xff") == "a\\xff"


def test_lines_are_counted_with_an_unfinished_one() -> None:
    assert [line_count(raw) for raw in (b"", b"a", b"a\n", b"a\nb", b"a\rb\r\n")] == [0, 1, 1, 2, 1]
