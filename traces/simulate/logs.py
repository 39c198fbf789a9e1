"""What plugins say on stderr, in the form of the library that each of them logs with."""

import json
import sys
from datetime import UTC, datetime


def standard(text: str) -> None:
    """A line of Go's own log package."""
    _say(f"{datetime.now(UTC):%Y/%m/%d %H:%M:%S} {text}")


def logrus(level: str, text: str) -> None:
    """A line of logrus where stderr is no terminal."""
    _say(f'time="{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}" level={level} msg={json.dumps(text, ensure_ascii=False)}')


def zap(level: str, text: str) -> None:
    """A line of zap's JSON, as istio sets it up."""
    line = {"level": level, "time": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.%fZ}", "msg": text}
    _say(json.dumps(line, ensure_ascii=False))


def _say(line: str) -> None:
    sys.stderr.buffer.write(f"{line}\n".encode(errors="surrogateescape"))
    sys.stderr.flush()
