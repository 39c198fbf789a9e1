"""The script really runs the call again: each byte of its stdin, each variable, each argument."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.cli import plugin
from tests.support.planted import planted
from tests.support.traces import failing_add, hostile, long_chain, made, missing_plugin, network, recorded, simple_call
from traces.errors import InputError
from traces.export.shell_script import chosen_call, cnitool_line, shell_line, shell_text
from traces.model.call import Call
from traces.redaction.redactor import redact

DUMPS = 'cat >"$0.stdin"; cat /proc/$$/environ >"$0.environ"; printf "%s," "$@" >"$0.args"; echo answer; exit 7'
NASTY = "'; touch /tmp/owned; '\n$(id) `id` \\ %s %% \t é\x1b[2J\r".encode()


def ran(script: str) -> subprocess.CompletedProcess[str]:
    """The script's end, with stdout and stderr."""
    return subprocess.run(["/bin/sh"], input=script, capture_output=True, text=True, check=False, timeout=20)


def script_of(call: Call) -> str:
    """The script of a trace of this call alone."""
    return shell_text(made(network("x"), (call,)))


@pytest.mark.parametrize("stdin", [b"", b"{}", b"-n x\n\n", NASTY, bytes(range(256)), b"-\x01", b"'%d'\\n" * 50_000])
@pytest.mark.parametrize("name", ["dumps", "du=m ps'"])
def test_the_plugin_gets_what_it_was_given(stdin: bytes, name: str, tmp_path: Path) -> None:
    path = plugin(tmp_path / "bin", name, DUMPS)
    entries = (b"CNI_COMMAND=ADD", b"A=" + NASTY, b"A=twice", b"B=ends\n\n", b"C=\xff\xfe")
    call = simple_call(0, name, path=str(path), argv=(str(path), "a b", "$x"), stdin=stdin, environment=entries)
    end = ran(script_of(call))
    assert (end.returncode, end.stdout, end.stderr) == (7, "answer\n", "\nexit code 7\n")
    assert Path(f"{path}.stdin").read_bytes() == stdin
    assert Path(f"{path}.args").read_text() == "a b,$x,"
    seen = Path(f"{path}.environ").read_bytes().split(b"\0")
    assert {entries[0], b"A=twice", *entries[3:]} <= set(seen)


def test_a_variable_is_given_byte_by_byte(tmp_path: Path) -> None:
    path = plugin(tmp_path / "bin", "dumps", DUMPS)
    ran(script_of(simple_call(0, "dumps", path=str(path), environment=(b"A=" + NASTY,))))
    assert b"A=" + NASTY in Path(f"{path}.environ").read_bytes().split(b"\0")


def test_the_failing_call_is_chosen_else_the_last_link() -> None:
    assert chosen_call(failing_add()).link == 1
    assert chosen_call(long_chain(5)).link == 4
    assert chosen_call(missing_plugin()).link == 1
    assert chosen_call(recorded(), recorded().calls[1].id).plugin == "host-local"


def test_a_call_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError, match="--call nine: this trace has no such call"):
        chosen_call(recorded(), "nine")
    with pytest.raises(InputError, match="no call that could be run"):
        chosen_call(replace(recorded(), calls=()))


def test_what_env_cannot_set_is_named() -> None:
    script = script_of(simple_call(0, "x", environment=(b"=odd", b"no equals", b"-x=1", b"A=1")))
    assert "# Left out of the environment, as env can't set it: =odd, no equals, -x=1\n" in script
    assert "env -i \\\n    'A=1' \\\n    '/opt/cni/bin/x'" in script


def test_a_missing_netns_is_said_before() -> None:
    script = script_of(simple_call(0, "x", path="/bin/true", environment=(b"CNI_NETNS=/no/such/netns",)))
    assert ran(script).stderr.startswith("there is no network namespace at /no/such/netns\n")


def test_placeholders_are_explained() -> None:
    assert "# Secrets are placeholders here" in shell_text(redact([planted()]).traces[0])
    assert "placeholders" not in shell_text(replace(recorded(), redacted=True))


def test_hostile_bytes_are_plain_in_the_script() -> None:
    script = shell_text(hostile())
    assert "\x1b" not in script and "\u202e" not in script
    assert subprocess.run(["/bin/sh", "-n"], input=script, text=True, check=False).returncode == 0


@given(st.binary(max_size=30), st.text(st.characters(codec="utf-8"), max_size=20))
@settings(max_examples=40, deadline=None)
def test_any_bytes_pass_printf_unchanged(stdin: bytes, comment: str) -> None:
    call = simple_call(0, comment, path="/bin/cat", stdin=stdin)
    end = subprocess.run(["/bin/sh"], input=script_of(call).encode(), capture_output=True, check=False, timeout=20)
    assert (end.returncode, end.stdout) == (0, stdin)


def test_the_line_runs_the_call_as_the_script_does(tmp_path: Path) -> None:
    path = plugin(tmp_path, "dumps", DUMPS)
    call = simple_call(0, "dumps", path=str(path), stdin=NASTY, argv=(str(path), "a b", "'"))
    call = replace(call, environment=(b"CNI_ARGS=" + NASTY.rstrip(b"\r"), b"PATH=/usr/bin:/bin"))
    ended = ran(shell_line(call))
    assert (ended.returncode, ended.stdout) == (7, "answer\n")
    assert Path(f"{path}.stdin").read_bytes() == NASTY
    assert Path(f"{path}.args").read_text() == "a b,',"
    assert b"CNI_ARGS=" + NASTY.rstrip(b"\r") in Path(f"{path}.environ").read_bytes()


def test_the_cnitool_line_names_what_cnitool_reads() -> None:
    trace = failing_add()
    attachment = replace(trace.attachment, capability_args={"portMappings": [{"hostPort": 80}]}, ifname="net 1")
    assert cnitool_line(replace(trace, attachment=attachment)) == (
        'CNI_PATH=/opt/cni/bin NETCONFPATH=/etc/cni/net.d CAP_ARGS=\'{"portMappings": [{"hostPort": 80}]}\' '
        "CNI_ARGS='IgnoreUnknown=1;K8S_POD_NAMESPACE=shop;K8S_POD_NAME=web-0' CNI_IFNAME='net 1' "
        "cnitool add five /run/netns/pod\n"
    )


def test_what_cnitool_cannot_do_has_no_line() -> None:
    trace = failing_add()
    assert cnitool_line(replace(trace, verb="VALIDATE")) is None
    assert cnitool_line(replace(trace, attachment=replace(trace.attachment, netns=""))) is None


def test_a_hostile_name_is_one_word_of_the_cnitool_line(tmp_path: Path) -> None:
    trace = failing_add()
    network_name = f"x; touch {tmp_path}/owned; $(touch {tmp_path}/owned)"
    ran(cnitool_line(replace(trace, network=replace(trace.network, name=network_name))) or "exit 1")
    assert list(tmp_path.iterdir()) == []
