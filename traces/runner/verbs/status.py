"""STATUS: first to last, the first failure ends it (libcni/api.go, GetStatusNetworkList)."""

from collections.abc import Generator

from traces.cni.error_codec import LibcniError
from traces.cni.gojson import DecodeError
from traces.cni.request import build_status_request
from traces.cni.versions import allows
from traces.runner.plugin_run import Run, failed_at


def status(run: Run) -> Generator[None, None, None]:
    """Ask every link whether it is ready; a list before 1.1.0 is not asked. Raises LibcniError, Interrupted."""
    plan = run.plan
    if not allows(plan.network.cni_version, "STATUS"):
        return
    for link in plan.network.links[plan.first or 0 :]:
        try:
            stdin = build_status_request(plan.network, link)
        except DecodeError as error:
            words = f"failed to generate configuration to get plugin STATUS {link.type}: "
            raise failed_at(error, link).within(words) from error
        try:
            with run.reach("STATUS", link) as path:
                yield from run.call("STATUS", link, path, stdin, None)
        except LibcniError as error:
            raise failed_at(error, link) from error
