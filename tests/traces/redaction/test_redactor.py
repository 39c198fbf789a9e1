"""A whole trace: no secret survives, and nothing else is lost."""

import base64
import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.any_trace import any_trace
from tests.support.planted import OPEN, PEM, SECRETS, config, planted
from tests.support.touched import SECRET, touched_add
from tests.support.traces import FIVE_LINKS, FLANNEL, MULTUS, hostile, recorded
from traces.model.trace import Branch, Trace
from traces.redaction.redactor import Redactor, redact
from traces.store.summarise import summary_of

WORDS = st.text('abcdefghijklmnopqrstuvwxyz0123456789_-"\\/<&é', min_size=9, max_size=30).map(lambda text: f"Q{text}7")


@given(any_trace())
@settings(max_examples=30)
def test_a_trace_without_secrets_only_gets_its_mark(trace: Trace) -> None:
    redaction = redact([trace])
    if not redaction.words:
        assert redaction.traces == (replace(trace, redacted=True),)


@pytest.mark.parametrize("name", [FIVE_LINKS, FLANNEL, MULTUS])
def test_a_real_recording_has_no_secrets(name: str) -> None:
    trace = recorded(name)
    redaction = redact([trace])
    assert (redaction.words, redaction.traces) == ("", (replace(trace, redacted=True),))


def test_no_planted_secret_survives_anywhere() -> None:
    trace = redact([planted()]).traces[0]
    texts = [repr(trace), base64.b64decode(json.loads(trace.cache_after or b"")["config"]).decode()]
    texts.append(base64.b64decode(json.loads(trace.cache_before or b"")["config"]).decode())
    for text in texts:
        assert [name for name, secret in SECRETS.items() if secret in text] == []
        assert "MIIEpAIBAAKCAQEAplanted" not in text


def test_what_is_needed_to_understand_stays() -> None:
    text = repr(redact([planted()]).traces[0])
    assert [word for word in OPEN if word not in text] == []


def test_a_secret_has_one_placeholder_wherever_it_stands() -> None:
    trace = redact([planted()]).traces[0]
    name = json.loads(trace.calls[0].stdin)["policy"]["k8s_auth_token"]
    assert name.startswith("<redacted:token:")
    assert json.loads(trace.result or b"")["kube-api-token"] == name
    assert trace.failure is not None and trace.failure.text.endswith(name)
    assert trace.attachment.capability_args == {"auth": [name]}


def test_several_traces_share_their_placeholders() -> None:
    one, other = redact([planted(), replace(planted(), calls=planted().calls[::-1])]).traces
    assert one.calls[0].stdin == other.calls[-1].stdin


def test_json_stays_json_and_keeps_its_members() -> None:
    given_ = json.loads(redact([planted()]).traces[0].calls[0].stdin)
    assert list(given_) == list(config())
    assert given_["env"][1] == {"name": "MAC", "value": OPEN[1]}


def test_redacting_again_changes_nothing() -> None:
    once = redact([planted()])
    assert redact(once.traces).traces == once.traces
    assert redact(once.traces).words == ""


def test_what_was_replaced_is_counted_by_kind() -> None:
    counts = redact([planted()]).counts
    assert (counts["private-key"], counts["kubeconfig"]) == (1, 1)
    assert counts["token"] >= 4


def test_the_environments_open_variables_stay() -> None:
    call = redact([planted()]).traces[0].calls[0]
    assert call.env["PATH"] == "/usr/bin"
    assert call.env["AWS_SECRET_ACCESS_KEY"].startswith("<redacted:key:")
    assert call.argv[1] == "--token" and call.argv[2].startswith("<redacted:")


def test_a_text_made_from_the_trace_is_redacted_too() -> None:
    redactor = Redactor([planted()])
    assert redactor.text(f"copied: {SECRETS['listed']}").startswith("copied: <redacted:password:")
    assert redactor.content(b"\xff" + SECRETS["listed"].encode()).startswith(b"\xff<redacted:password:")
    assert PEM not in redactor.text(PEM)


@given(WORDS, st.sampled_from(["token", "db_password", "clientSecret", "X-Auth"]))
@settings(max_examples=60)
def test_any_secret_is_known_in_another_calls_stderr(secret: str, name: str) -> None:
    trace = recorded()
    first = replace(trace.calls[0], stdin=json.dumps({"deep": [{name: secret}]}).encode())
    told = f"a {secret} b {json.dumps(secret)} c {json.dumps(json.dumps(secret))}".encode()
    trace = replace(trace, calls=(first, replace(trace.calls[1], stderr=told), *trace.calls[2:]))
    clean = redact([trace]).traces[0]
    assert json.loads(clean.calls[0].stdin)["deep"][0][name].startswith("<redacted:")
    assert secret not in clean.calls[1].stderr.decode()
    assert json.dumps(secret)[1:-1] not in clean.calls[1].stderr.decode()


def test_a_hostile_trace_is_redacted_without_an_error() -> None:
    assert redact([hostile()]).traces[0].redacted


def test_what_was_sent_before_an_edit_is_redacted_too() -> None:
    call = redact([touched_add()]).traces[0].calls[0]
    assert SECRET not in repr(call)
    assert (call.sent_stdin or b"").startswith(b'{"token":"<redacted:')
    assert (call.sent_environment or ())[-1].startswith(b"AWS_SECRET_ACCESS_KEY=<redacted:")
    assert (call.touched, (call.sent_environment or ())[:-1]) == (("stdin", "env"), call.environment)


def test_a_secret_in_an_edited_environment_is_replaced() -> None:
    changes = {"REGISTRY_TOKEN": "verysecretvalue123", "CNI_ARGS": "X=1", "HOME": None}
    trace = replace(recorded(), branch_of=Branch(trace="p", link=1, environment=changes))
    branch = redact([trace]).traces[0].branch_of
    assert branch is not None and branch.environment == changes | {"REGISTRY_TOKEN": "<redacted:token:1>"}


def test_any_value_of_ours_is_redacted_alike() -> None:
    redactor = Redactor((planted(),))
    summary = replace(summary_of(planted()), error=f"login with {SECRETS['password']}")
    [clean] = redactor.value((summary,))
    assert clean.error == redactor.text(f"login with {SECRETS['password']}")
    assert SECRETS["password"] not in repr(clean)
