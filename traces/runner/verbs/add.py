"""ADD: first to last, each link fed with the result of the one before it (libcni/api.go, AddNetworkList)."""

from collections.abc import Generator

from traces.cni.error_codec import LibcniError
from traces.cni.gojson import DecodeError
from traces.cni.goquote import quote
from traces.cni.names import check_names
from traces.cni.plugin_conf import describe
from traces.cni.request import build_request
from traces.cni.result_codec import read_result, result_version
from traces.cni.result_types import LibcniResult, encode_result
from traces.model.network import Link
from traces.runner.cached import keep
from traces.runner.plugin_run import Run, failed_at


def add(run: Run) -> Generator[None, None, bytes | None]:
    """Run the chain and cache its result: the last link's, nobody merges. Raises LibcniError, Interrupted."""
    plan = run.plan
    previous: LibcniResult | bytes | None = plan.prev_result
    result: LibcniResult | None = None
    for link in plan.network.links[plan.first or 0 :]:
        try:
            previous = result = yield from _add_link(run, link, previous)
        except (LibcniError, DecodeError) as error:
            raise failed_at(error, link).within(f"plugin {describe(link.config)} failed (add): ") from error
    if result is None:
        return None
    try:
        keep(run, result)
    except (LibcniError, DecodeError) as error:
        raise LibcniError(f"failed to set network {quote(plan.network.name)} cached result: {error}") from error
    return encode_result(result)


def _add_link(run: Run, link: Link, previous: LibcniResult | bytes | None) -> Generator[None, None, LibcniResult]:
    network, attachment = run.plan.network, run.plan.attachment
    with run.reach("ADD", link) as path:
        check_names(network.name, attachment)
        stdin = build_request(network, link, attachment, previous)
        stdout = yield from run.call("ADD", link, path, stdin, attachment)
    return read_result(stdout, result_version(stdin))
