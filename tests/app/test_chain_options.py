"""What to run and for whom: what libcni would refuse, or makes no sense, is refused before anything runs."""

from pathlib import Path

import pytest

from tests.support.cli import cnistep, conflist


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{nonsense", "10-net.conflist"),
        ("", "10-net.conflist"),
        ('{"cniVersion":"1.0.0","plugins":[{"type":"x"}]}', "name"),
        ('{"name":"n","cniVersion":"1.0.0","plugins":[]}', "no plugins in list"),
        ("[1]", "cannot unmarshal array into Go value of type map[string]interface {}"),
        ('{"name":7,"plugins":[{"type":"x"}]}', "invalid name type float64"),
        ('{"name":"n","cniVersion":1,"plugins":[{"type":"x"}]}', "invalid cniVersion type float64"),
        ('{"name":"n","plugins":{}}', "invalid 'plugins' type map[string]interface {}"),
        ('{"name":"n","plugins":[{"type":7}]}', "cannot unmarshal number into Go struct field PluginConf.type"),
        ('{"name":"n","plugins":[{}]}', "missing 'type'"),
        (
            '{"name":"x y","cniVersion":"1.0.0","plugins":[{"type":"x"}]}',
            "invalid characters found in network name; x y",
        ),
    ],
)
def test_a_wrong_conflist_gets_one_line_and_code_2(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "10-net.conflist"
    path.write_text(content)
    ran = cnistep("run", path)
    assert (ran.code, ran.stdout) == (2, "")
    assert said in ran.stderr and ran.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--cap", "portMappings=[{", "--cap portMappings: not JSON"),
        ("--cap", "portMappings", "expected NAME=JSON"),
        ("--args", "novalue", "expected K=V"),
        ("--file", "relative=/etc/hosts", "absolute path"),
        ("--file", "/run/x=/does/not/exist", "No such file"),
        ("--nonsense", "1", "No such option"),
        ("--ifname", "sixteencharacter", "interface name is too long"),
        ("--container-id", "a b", "invalid characters in containerID; a b"),
    ],
)
def test_a_wrong_option_gets_one_line_and_code_2(tmp_path: Path, option: str, value: str, said: str) -> None:
    ran = cnistep("run", conflist(tmp_path, {"type": "one"}), option, value)
    assert ran.code == 2
    assert said in ran.stderr and ran.stderr.count("\n") == 1
