from panels.render.env_text import cni_count, env_page
from panels.render.page import Kind, plain

ENVIRONMENT = (
    b"PATH=/usr/bin",
    b"CNI_PATH=/opt/cni/bin",
    b"CNI_ARGS=IgnoreUnknown=1;K8S_POD_NAME=web",
    b"CNI_COMMAND=ADD",
    b"CNI_COMMAND=DEL",
)


def rows(width: int = 80) -> list[str]:
    return [plain(line) for line in env_page(ENVIRONMENT, width).lines]


def test_cni_names_come_first_and_sorted() -> None:
    assert [row.split()[0] for row in rows() if row.startswith("CNI_")] == [
        "CNI_ARGS",
        "CNI_COMMAND",
        "CNI_COMMAND",
        "CNI_PATH",
    ]
    assert rows()[-1] == "PATH=/usr/bin"


def test_args_are_split_one_a_line() -> None:
    assert rows()[0].endswith(" IgnoreUnknown=1")
    assert rows()[1].strip() == "K8S_POD_NAME=web"


def test_repeated_name_says_which_one_counts() -> None:
    assert rows()[2].endswith("ADD  repeated: this one counts")
    assert rows()[3].endswith("DEL  repeated: not looked at")


def test_rest_of_the_environment_is_dimmed() -> None:
    last = env_page(ENVIRONMENT, 80).lines[-1]
    assert {span.kind for span in last} == {Kind.DIM}


def test_long_value_is_wrapped_under_itself() -> None:
    lines = env_page((b"CNI_PATH=" + b"/opt/cni/bin:" * 9,), 40).lines
    assert len(lines) > 1
    assert plain(lines[1]).startswith(" " * 16 + "/") or plain(lines[1])[16:].strip()


def test_only_cni_names_are_counted() -> None:
    assert cni_count(ENVIRONMENT) == 4


def test_missing_environment_is_said() -> None:
    assert plain(env_page((), 80).lines[0]) == "no environment was recorded"
