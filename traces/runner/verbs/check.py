"""CHECK: first to last, each link given the cached result of ADD (libcni/api.go, CheckNetworkList)."""

from collections.abc import Generator

from traces.cni.error_codec import LibcniError
from traces.cni.gojson import DecodeError
from traces.cni.goquote import quote
from traces.cni.request import build_request
from traces.cni.versions import at_least
from traces.runner.cached import cached_result
from traces.runner.plugin_run import Run, failed_at


def check(run: Run) -> Generator[None, None, None]:
    """Run the chain; the first failure ends it. Raises LibcniError, Interrupted."""
    plan, network = run.plan, run.plan.network
    if not at_least(network.cni_version, "0.4.0"):
        version = quote(network.cni_version)
        raise LibcniError(f"configuration version {version} does not support the CHECK command")
    if network.disable_check:
        return
    try:
        previous = plan.prev_result or cached_result(run, plan.attachment)
    except (LibcniError, DecodeError) as error:
        raise LibcniError(f"failed to get network {quote(network.name)} cached result: {error}") from error
    for link in network.links[plan.first or 0 :]:
        try:
            with run.reach("CHECK", link) as path:
                stdin = build_request(network, link, plan.attachment, previous)
                yield from run.call("CHECK", link, path, stdin, plan.attachment)
        except (LibcniError, DecodeError) as error:
            raise failed_at(error, link) from error
