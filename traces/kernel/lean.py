"""pyroute2 without what no process of ours needs: its package loads all that it has, which takes longer than a call.

Only for processes that are ours alone, as a stand-in is, and the helper of a sandbox: whoever imports the package there
finds its modules, but not the names that the package itself would have.
"""

import sys
from importlib.util import find_spec, module_from_spec


def lean_pyroute2() -> None:
    """Let the modules of pyroute2 be imported, each alone. Where the package is loaded already, nothing is done."""
    if "pyroute2" in sys.modules:
        return
    spec = find_spec("pyroute2")
    if spec is not None:
        sys.modules["pyroute2"] = module_from_spec(spec)
