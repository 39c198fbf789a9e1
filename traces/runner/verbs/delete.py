"""DEL: last to first, each link given the cached result of ADD (libcni/api.go, DelNetworkList)."""

from collections.abc import Generator

from traces.cni.error_codec import LibcniError
from traces.cni.gojson import DecodeError
from traces.cni.plugin_conf import describe
from traces.cni.request import build_request
from traces.cni.result_types import LibcniResult
from traces.cni.versions import at_least
from traces.model.network import Attachment, Link
from traces.runner.cached import cached_result, forget
from traces.runner.plugin_run import Run, failed_at


def delete(run: Run, attachment: Attachment) -> Generator[None, None, None]:
    """Run the chain backwards and forget the result. Raises LibcniError, Interrupted.

    The first failure ends it, and the result stays for the retry; with the policy «continue» the links before it are
    called all the same, and all failures are raised as one.
    """
    plan = run.plan
    previous = plan.prev_result or _previous(run, attachment)
    links = plan.network.links if plan.first is None else plan.network.links[: plan.first + 1]
    failures: list[LibcniError] = []
    for link in reversed(links):
        try:
            yield from _delete_link(run, link, previous, attachment)
        except LibcniError as error:
            failures.append(error)
            if plan.policy != "continue":
                break
    if failures:
        raise join(failures)
    forget(run, attachment)


def join(errors: list[LibcniError]) -> LibcniError:
    """Several errors as one: a line each, the first one's code and link (errors.Join, errors.As)."""
    code = next((error.code for error in errors if error.code is not None), None)
    return LibcniError("\n".join(str(error) for error in errors), code=code, link=errors[0].link)


def _previous(run: Run, attachment: Attachment) -> LibcniResult | None:
    """The cached result, from 0.4.0 on; a cache that cannot be read is removed and counts as none."""
    if not at_least(run.plan.network.cni_version, "0.4.0"):
        return None
    try:
        return cached_result(run, attachment)
    except (LibcniError, DecodeError):
        forget(run, attachment)
        return None


def _delete_link(
    run: Run, link: Link, previous: LibcniResult | bytes | None, attachment: Attachment
) -> Generator[None, None, None]:
    try:
        with run.reach("DEL", link) as path:
            stdin = build_request(run.plan.network, link, attachment, previous)
            yield from run.call("DEL", link, path, stdin, attachment)
    except (LibcniError, DecodeError) as error:
        raise failed_at(error, link).within(f"plugin {describe(link.config)} failed (delete): ") from error
