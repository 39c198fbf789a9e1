"""What plugins say on stderr."""

import json
import re

import pytest

from traces.simulate.logs import logrus, standard, zap


def test_each_library_has_its_form(capfd: pytest.CaptureFixture[str]) -> None:
    standard("one")
    logrus("error", 'two "quoted"')
    zap("info", "three")
    first, second, third = capfd.readouterr().err.splitlines()
    assert re.fullmatch(r"\d{4}/\d\d/\d\d \d\d:\d\d:\d\d one", first)
    assert re.fullmatch(r'time="[-0-9]+T[0-9:]+Z" level=error msg="two \\"quoted\\""', second)
    line = json.loads(third)
    assert (line["level"], line["msg"], list(line)) == ("info", "three", ["level", "time", "msg"])
