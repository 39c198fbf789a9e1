"""One text: whatever is packed into it is found, and all else stays byte by byte."""

import base64
import json

from traces.redaction.finder import Finder
from traces.redaction.secrets import Secrets


def redacted(text: str) -> str:
    """The text as both looks leave it."""
    secrets = Secrets()
    Finder(secrets, is_first_look=True).redacted(text)
    return Finder(secrets, is_first_look=False).redacted(text)


def test_nothing_but_the_secret_changes() -> None:
    text = '{ "a\\u00e9" : 1e5,\r\n\t"token":"\\u0078yz-secret",  "b":[ "\\ud83d\\ude00" , "\\/"] }'
    assert redacted(text) == text.replace("\\u0078yz-secret", "<redacted:token:1>")


def test_numbers_become_strings_so_that_json_stays_valid() -> None:
    assert redacted('{"password":12345678,"n":12345678,"m":123456789,"token":5}') == (
        '{"password":"<redacted:password:1>","n":"<redacted:password:1>","m":123456789,"token":5}'
    )


def test_json_in_strings_of_json_stays_json_at_each_level() -> None:
    inner = json.dumps({"password": 12345678, "x": json.dumps({"auth": 'a"b\\c'})})
    outer = json.loads(redacted(json.dumps({"a": [inner]})))
    assert json.loads(outer["a"][0])["password"] == "<redacted:password:1>"
    assert json.loads(json.loads(outer["a"][0])["x"]) == {"auth": "<redacted:credential:1>"}


def test_base64_is_packed_again() -> None:
    packed = base64.b64encode(b'{"token":"abcdefgh","ip":"10.0.0.1"}').decode()
    again = json.loads(redacted(json.dumps({"config": packed})))["config"]
    assert base64.b64decode(again) == b'{"token":"<redacted:token:1>","ip":"10.0.0.1"}'


def test_base64_without_a_secret_stays_as_it_is() -> None:
    packed = base64.b64encode(b'{"plain":"abcdefgh","ip":"10.0.0.1"} ').decode()
    assert redacted(packed) == packed


def test_a_known_secret_is_replaced_inside_of_words() -> None:
    assert redacted('{"token":"long-secret"} xlong-secretx') == '{"token":"<redacted:token:1>"} x<redacted:token:1>x'


def test_a_word_before_a_credential_stays() -> None:
    assert redacted('{"Authorization":"Bearer abc"}') == '{"Authorization":"Bearer <redacted:credential:1>"}'


def test_a_second_redaction_changes_nothing() -> None:
    once = redacted('{"auth":"one","url":"https://a:pw@h"} password=<redacted:password:7> token: x1')
    assert redacted(once) == once and "one" not in once
