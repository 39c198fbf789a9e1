"""What was given and answered, as plain text: JSON on several lines, CNI's own variables."""

import json
from collections.abc import Sequence

from traces.timeline.printable import printable


def laid_out(raw: bytes) -> str:
    """JSON on several lines; anything else as it is. Not made safe: it may be edited and given back."""
    try:
        return json.dumps(json.loads(raw), indent=2, ensure_ascii=False)
    except (ValueError, RecursionError):
        return raw.decode(errors="surrogateescape")


def request_text(stdin: bytes, environment: Sequence[bytes]) -> str:
    """What a plugin is given, safe to print."""
    own = [entry.decode(errors="surrogateescape") for entry in environment if entry.startswith(b"CNI_")]
    return printable("\n".join(("stdin:", laid_out(stdin).rstrip(), "environment:", *own)), lines=True)


def reply_text(stdout: bytes, stderr: bytes) -> str:
    """What a plugin has answered, safe to print."""
    told = stderr.decode(errors="surrogateescape").rstrip()
    return printable("\n".join(("stdout:", laid_out(stdout).rstrip(), "stderr:", told)), lines=True)
