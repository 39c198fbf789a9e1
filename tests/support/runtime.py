"""A container runtime in small: runs verbs over networks by libcni's rules, many pods at once, in a process of its own.

python -m tests.support.runtime < JOBS > WHAT-THE-RUNTIME-SAW
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from traces.cni.conflist import load_file
from traces.model.network import Attachment
from traces.runner.chain import run_chain
from traces.runner.local import LocalExecutor
from traces.runner.plan import ChainOutcome, Plan

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """The verbs for one pod, one after the other."""

    conf: str
    pod: str
    verbs: Sequence[str] = ("ADD",)
    ifname: str = "eth0"
    netns: str = "/run/netns/none"
    caps: dict[str, Any] = field(default_factory=dict)

    @property
    def attachment(self) -> Attachment:
        """The pod's: its name makes its container's."""
        args = (("IgnoreUnknown", "1"), ("K8S_POD_NAMESPACE", "shop"), ("K8S_POD_NAME", self.pod))
        return Attachment(
            container_id=f"c-{self.pod}", netns=self.netns, ifname=self.ifname, args=args, capability_args=self.caps
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    """Where it looks for plugins and keeps results."""

    plugins: Path
    cache: Path

    def start(self, jobs: Sequence[Job], at_once: int = 1, before: Sequence[str] = ()) -> "Started":
        """Start it on the jobs, so many at once; ``before`` is the command that it is started by."""
        given = {"plugins": str(self.plugins), "cache": str(self.cache), "at_once": at_once}
        given["jobs"] = [{name: getattr(job, name) for name in Job.__dataclass_fields__} for job in jobs]
        told = tempfile.TemporaryFile()  # noqa: SIM115
        command = [*before, sys.executable, "-m", "tests.support.runtime"]
        process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=told)
        assert process.stdin is not None
        process.stdin.write(json.dumps(given).encode())
        process.stdin.close()
        return Started(process, told)

    def run(self, *jobs: Job, at_once: int = 1) -> list[dict[str, Any]]:
        """What it saw: of each verb the pod, the result and the error."""
        return self.start(jobs, at_once).seen()


@dataclass(frozen=True, slots=True)
class Started:
    """A runtime at work."""

    process: "subprocess.Popen[bytes]"
    told: IO[bytes]

    @property
    def is_over(self) -> bool:
        """Whether it has run everything."""
        return self.process.poll() is not None

    def seen(self) -> list[dict[str, Any]]:
        """What it saw, once it is over."""
        with self.told:
            assert self.process.wait() == 0
            self.told.seek(0)
            seen: list[dict[str, Any]] = json.load(self.told)
            return seen


def _run(given: dict[str, Any], job: Job, verb: str) -> dict[str, Any]:
    plan = Plan(
        verb=verb,
        network=load_file(job.conf),
        attachment=job.attachment,
        plugin_dirs=(given["plugins"],),
        cache_dir=given["cache"],
        base_env=(f"PATH={os.environ['PATH']}",),
    )
    chain = run_chain(plan, LocalExecutor(), threading.Event())
    try:
        while True:
            next(chain)
    except StopIteration as end:
        outcome: ChainOutcome = end.value
    result = outcome.result.decode() if outcome.result is not None else None
    failure = outcome.failure
    return {
        "pod": job.pod,
        "verb": verb,
        "result": result,
        "error": failure and failure.text,
        "code": failure and failure.code,
    }


def main() -> None:
    """Read the jobs, run them, tell."""
    given = json.load(sys.stdin)
    jobs = [Job(**job) for job in given["jobs"]]
    with ThreadPoolExecutor(given["at_once"]) as pool:
        seen = pool.map(lambda job: [_run(given, job, verb) for verb in job.verbs], jobs)
        print(json.dumps([one for each in seen for one in each]))


if __name__ == "__main__":
    main()
