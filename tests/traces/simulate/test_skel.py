"""The frame of every stand-in."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.stand_ins import ask, ask_raw
from traces.cni.result_types import IpConfig, LibcniResult, ModernResult
from traces.cni.version_info import supported_versions
from traces.cni.versions import KNOWN
from traces.simulate.ask import Ask
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError


def add(given: Ask) -> LibcniResult:
    """An address from the configuration; the other keys make it fail."""
    if "code" in given.config:
        raise PluginError("no", code=given.config["code"], details=given.config.get("details", ""))
    if "path" in given.config:
        raise FileNotFoundError(2, "No such file or directory", given.config["path"])
    return ModernResult(cni_version="1.1.0", ips=(IpConfig(address=given.config["address"]),))


PLUGIN = Plugin(name="one", add=add)


@pytest.mark.parametrize("version", KNOWN)
def test_the_answer_is_in_the_configuration_s_version(tmp_path: Path, version: str) -> None:
    answered = ask(PLUGIN, "ADD", tmp_path, cniVersion=version, address="10.1.0.2/16")
    assert answered.exit_code == 0 and answered.document["cniVersion"] == version
    flat = "ip4" in answered.document
    found = answered.document["ip4"]["ip"] if flat else answered.document["ips"][0]["address"]
    assert found == "10.1.0.2/16" and flat == (version < "0.3")
    assert answered.stdout.startswith(b'{\n    "cniVersion"') and not answered.stdout.endswith(b"\n")


def test_version_needs_no_attachment(tmp_path: Path) -> None:
    answered = ask_raw(PLUGIN, "VERSION", tmp_path, b"", {"CNI_NETNS": "", "CNI_CONTAINERID": "", "CNI_PATH": ""})
    assert (answered.exit_code, supported_versions(answered.stdout)) == (0, KNOWN)


@pytest.mark.parametrize(
    ("verb", "env", "said"),
    [
        ("ADD", {"CNI_NETNS": "", "CNI_PATH": ""}, "required env variables [CNI_NETNS,CNI_PATH] missing"),
        ("DEL", {"CNI_IFNAME": ""}, "required env variables [CNI_IFNAME] missing"),
        ("PLAY", {}, "unknown CNI_COMMAND: PLAY"),
    ],
)
def test_the_environment_is_checked(tmp_path: Path, verb: str, env: dict[str, str], said: str) -> None:
    answered = ask(PLUGIN, verb, tmp_path, env)
    assert (answered.exit_code, answered.document) == (1, {"code": 4, "msg": said})


@pytest.mark.parametrize(
    ("config", "env", "code", "said"),
    [
        ({"name": ""}, {}, 7, "missing network name"),
        ({"name": "a/b"}, {}, 7, "invalid characters found in network name"),
        ({"name": "\ud800"}, {}, 7, "invalid characters found in network name"),
        (
            {"name": 1},
            {},
            6,
            "error unmarshall network config: json: cannot unmarshal number into Go struct field .name",
        ),
        ({}, {"CNI_CONTAINERID": "a b"}, 4, "invalid characters in containerID"),
        ({"code": 5, "details": "\ud800"}, {}, 5, "no"),
        ({}, {"CNI_IFNAME": "e:0"}, 4, "interface name contains / or : or whitespace characters"),
        ({"cniVersion": "9.0.0"}, {}, 1, "incompatible CNI versions"),
        ({"code": 11}, {}, 11, "no"),
        ({"path": "/run/x.env"}, {}, 999, "/run/x.env: no such file or directory"),
        ({}, {}, 999, "the configuration is not what one expects: "),
    ],
)
def test_every_failure_is_an_error_object(
    tmp_path: Path, config: dict[str, Any], env: dict[str, str], code: int, said: str
) -> None:
    answered = ask(PLUGIN, "ADD", tmp_path, env, **config)
    assert (answered.exit_code, answered.document["code"]) == (1, code)
    assert answered.document["msg"].startswith(said)


@pytest.mark.parametrize(
    ("stdin", "said"),
    [
        (b"", "error unmarshall network config: unexpected end of JSON input"),
        (b"null", "missing network name"),
        (b'{"name": "n"} x', "error unmarshall network config: invalid character 'x' after top-level value"),
        (
            b"[1]",
            "error unmarshall network config: json: cannot unmarshal array into Go value of type "
            'struct { Name string "json:\\"name\\"" }',
        ),
    ],
)
def test_stdin_is_refused_in_go_s_words(tmp_path: Path, stdin: bytes, said: str) -> None:
    assert ask_raw(PLUGIN, "ADD", tmp_path, stdin).document["msg"] == said


def test_names_are_read_without_regard_to_case(tmp_path: Path) -> None:
    stdin = b'{"CNIVersion": "0.3.1", "NAME": "n", "address": "10.1.0.2/16"}'
    assert ask_raw(PLUGIN, "ADD", tmp_path, stdin).document["cniVersion"] == "0.3.1"


def test_without_a_verb_it_says_what_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answered = ask(PLUGIN, "", tmp_path)
    assert (answered.exit_code, answered.stdout) == (0, b"")
    assert capsys.readouterr().err == (
        "CNI one plugin (simulated by cnistep)\n"
        "CNI protocol versions supported: 0.1.0, 0.2.0, 0.3.0, 0.3.1, 0.4.0, 1.0.0, 1.1.0\n"
    )


@pytest.mark.parametrize(("verb", "code"), [("ADD", 1), ("CHECK", 6), ("GC", 6)])
def test_a_version_that_makes_no_sense_is_refused(tmp_path: Path, verb: str, code: int) -> None:
    answered = ask(PLUGIN, verb, tmp_path, cniVersion="one").document
    words = 'failed to convert major version part "one": strconv.Atoi: parsing "one": invalid syntax'
    assert (answered["code"], answered["msg"]) == (code, "incompatible CNI versions" if code == 1 else words)


@pytest.mark.parametrize("verb", ["CHECK", "GC", "STATUS"])
def test_a_version_above_all_has_no_such_verb(tmp_path: Path, verb: str) -> None:
    answered = ask(PLUGIN, verb, tmp_path, cniVersion="9.0.0").document
    assert answered == {"code": 1, "msg": f"plugin version does not allow {verb}"}


@pytest.mark.parametrize(("verb", "code"), [("ADD", 8), ("DEL", 8), ("CHECK", None)])
def test_the_pod_s_netns_is_not_the_plugin_s(tmp_path: Path, verb: str, code: int | None) -> None:
    env = {"CNI_NETNS": "/proc/self/ns/net"}
    stdout = ask(PLUGIN, verb, tmp_path, env, address="10.1.0.2/16").stdout
    assert (json.loads(stdout)["code"] if stdout else None) == code


def test_details_say_what_versions_there_are(tmp_path: Path) -> None:
    details = ask(PLUGIN, "ADD", tmp_path, cniVersion="9.0.0").document["details"]
    assert details.startswith('config is "9.0.0", plugin supports ["0.1.0" "0.2.0" ')


@pytest.mark.parametrize("stdin", [b"", b"{", b"[]", b"\xff", b"[" * 9000])
def test_stdin_that_is_no_object_is_refused(tmp_path: Path, stdin: bytes) -> None:
    answered = ask_raw(PLUGIN, "ADD", tmp_path, stdin)
    assert (answered.exit_code, answered.document["code"]) == (1, 6)


@pytest.mark.parametrize(("verb", "version"), [("CHECK", "0.3.1"), ("GC", "1.0.0"), ("STATUS", "1.0.0")])
def test_a_verb_is_refused_before_its_version(tmp_path: Path, verb: str, version: str) -> None:
    answered = ask(PLUGIN, verb, tmp_path, cniVersion=version)
    assert answered.document == {"code": 1, "msg": f"config version does not allow {verb}"}
    assert ask(PLUGIN, verb, tmp_path, cniVersion="1.1.0").stdout == b""


def test_an_error_is_printed_as_json_that_libcni_reads(tmp_path: Path) -> None:
    answered = ask(PLUGIN, "ADD", tmp_path, code=11, details="because «x»")
    assert json.loads(answered.stdout) == {"code": 11, "msg": "no", "details": "because «x»"}
