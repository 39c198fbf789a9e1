"""GC: DEL of every cached attachment that is not valid, then GC first to last (libcni/api.go, GCNetworkList)."""

from collections.abc import Generator

from traces.cni.cache import CachedAttachment
from traces.cni.error_codec import LibcniError
from traces.cni.gojson import DecodeError
from traces.cni.request import build_gc_request
from traces.cni.versions import allows
from traces.model.network import Link
from traces.runner.cached import cached_attachments
from traces.runner.plugin_run import Run, failed_at
from traces.runner.verbs.delete import delete, join


def collect_garbage(run: Run) -> Generator[None, None, None]:
    """Go through all of it, whatever fails, and raise the failures as one. Raises LibcniError, Interrupted.

    Without a results folder libcni does nothing, not even the GC of the plugins.
    """
    plan = run.plan
    if plan.network.disable_gc:
        return
    cached = cached_attachments(run)
    if cached is None and plan.first is None:
        return
    errors: list[LibcniError] = []
    for stale in (cached or ()) if plan.first is None else ():
        if stale.network == plan.network.name and _key(stale) not in plan.valid_attachments:
            yield from _delete_stale(run, stale, errors)
    if allows(plan.network.cni_version, "GC"):
        for link in plan.network.links[plan.first or 0 :]:
            yield from _collect_link(run, link, errors)
    if errors:
        raise join(errors)


def _key(cached: CachedAttachment) -> tuple[str, str]:
    return cached.attachment.container_id, cached.attachment.ifname


def _delete_stale(run: Run, stale: CachedAttachment, errors: list[LibcniError]) -> Generator[None, None, None]:
    attachment = stale.attachment
    try:
        yield from delete(run, attachment)
    except (LibcniError, DecodeError) as error:
        words = f"failed to delete stale attachment {attachment.container_id} {attachment.ifname}: "
        errors.append(error.within(words) if isinstance(error, LibcniError) else LibcniError(f"{words}{error}"))


def _collect_link(run: Run, link: Link, errors: list[LibcniError]) -> Generator[None, None, None]:
    words = f"failed to GC plugin {link.type}: "
    try:
        stdin = build_gc_request(run.plan.network, link, run.plan.valid_attachments)
    except DecodeError as error:
        words = f"failed to generate configuration to GC plugin {link.type}: "
        errors.append(failed_at(error, link).within(words))
        return
    try:
        with run.reach("GC", link) as path:
            yield from run.call("GC", link, path, stdin, None)
    except LibcniError as error:
        errors.append(failed_at(error, link).within(words))
