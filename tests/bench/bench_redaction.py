"""What redacting a big payload costs: with the fast look and without it, one after the other in one run.

    python tests/bench/bench_redaction.py [--megabytes N]

The exit code is 1 where both do not give the same, or the fast look is not five times as fast.
"""

import argparse
import json
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.support.planted import config  # noqa: E402
from traces.redaction import finder  # noqa: E402
from traces.redaction.finder import Finder  # noqa: E402
from traces.redaction.secrets import Secrets  # noqa: E402

WANTED = 5.0


def looked(text: str) -> tuple[str, float]:
    """The text after both looks, and the seconds of CPU that they took."""
    began, secrets = time.process_time(), Secrets()
    Finder(secrets, is_first_look=True).redacted(text)
    redacted = Finder(secrets, is_first_look=False).redacted(text)
    return redacted, time.process_time() - began


def payload(megabytes: float) -> str:
    """A list of pods, and one configuration full of secrets behind it."""
    pods = [
        {"name": f"pod-{number}", "ip": f"10.1.2.{number % 250}", "uid": f"{number * 7919:032x}"} for number in range(9)
    ]
    copies = int(megabytes * 1e6 / len(json.dumps(pods)))
    return json.dumps({"items": pods * copies, "plugins": [config()]})


def main() -> int:
    """Measure, print, and judge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--megabytes", type=float, default=5.0)
    text = payload(parser.parse_args().megabytes)
    fast, fast_time = looked(text)
    finder.BIG = len(text) + 1  # type: ignore[attr-defined]
    slow, slow_time = looked(text)
    print(f"{len(text) / 1e6:.1f} MB: {fast_time:.2f} s, without the fast look {slow_time:.2f} s")
    return 0 if fast == slow and fast_time * WANTED < slow_time else 1


if __name__ == "__main__":
    sys.exit(main())
