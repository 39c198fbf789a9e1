"""Errors of plugins in libcni's words."""

import pytest

from traces.cni.error_codec import LibcniError, how_it_ended, plugin_error


@pytest.mark.parametrize(
    ("stdout", "stderr", "text", "code"),
    [
        (b'{"code": 7, "msg": "bad", "details": "field x"}', b"noise", "bad; field x", 7),
        (b'{"CODE": 7, "Msg": "bad"}', b"", "bad", 7),
        (b"null", b"", "", 0),
        (b"", b"", "netplugin failed with no error message: exit status 1", 0),
        (b"", b'say "no"\n\xff', 'netplugin failed: "say \\"no\\"\\n\\xff"', 0),
        (b"boom", b"", 'netplugin failed but error parsing its diagnostic message "boom": '
         "invalid character 'b' looking for beginning of value", 0),
        (b'{"code": 5, "msg": 1, "details": "d"}', b"", 'netplugin failed but error parsing its diagnostic message '
         '"{\\"code\\": 5, \\"msg\\": 1, \\"details\\": \\"d\\"}": json: cannot unmarshal number into Go struct field '
         "Error.msg of type string; d", 5),
    ],
)  # fmt: skip
def test_a_failed_plugin_is_told_as_libcni_tells_it(stdout: bytes, stderr: bytes, text: str, code: int) -> None:
    error = plugin_error(stdout, stderr, "exit status 1")
    assert (str(error), error.code) == (text, code)


def test_words_around_an_error_keep_its_code_and_link() -> None:
    error = LibcniError("no", code=3, link=1).within("plugin failed: ")
    assert (str(error), error.code, error.link) == ("plugin failed: no", 3, 1)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ((1, None, None), "exit status 1"),
        ((None, 11, None), "signal: segmentation fault"),
        ((None, 34, None), "signal: signal 34"),
        ((None, None, "exec format error"), "fork/exec /bin/x: exec format error"),
    ],
)
def test_the_end_of_a_process_is_told_as_go_tells_it(
    how: tuple[int | None, int | None, str | None], words: str
) -> None:
    assert how_it_ended("/bin/x", *how) == words
