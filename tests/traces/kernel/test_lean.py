"""pyroute2 in a process of ours alone: what is used is there, what is not isn't loaded."""

import subprocess
import sys


def python(code: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


def test_its_modules_work_and_the_others_are_not_loaded() -> None:
    lean = "from traces.kernel.lean import lean_pyroute2; lean_pyroute2(); "
    look = "from traces.kernel.netlink import Netlink; import sys; "
    asked = "print(Netlink().index('lo'), [name in sys.modules for name in ('pyroute2.ndb', 'pyroute2.conntrack')])"
    assert python(lean + look + asked) == "1 [False, False]\n"
    assert python(look + asked) == "1 [True, True]\n"


def test_a_package_that_is_loaded_stays_whole() -> None:
    said = python(
        "import pyroute2; from traces.kernel.lean import lean_pyroute2; lean_pyroute2(); print(pyroute2.NDB.__name__)"
    )
    assert said == "NDB\n"
