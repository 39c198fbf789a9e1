"""The result cache as a chain uses it: every access goes through the executor."""

import contextlib
import posixpath

from traces.cni.cache import (
    CachedAttachment,
    cache_path,
    encode_cache,
    read_cached_attachment,
    read_cached_result,
    results_dir,
)
from traces.cni.error_codec import LibcniError
from traces.cni.result_types import LibcniResult
from traces.model.network import Attachment
from traces.runner.executor import Executor
from traces.runner.plugin_run import Run


def cached_result(run: Run, attachment: Attachment) -> LibcniResult | None:
    """The cached result of an attachment in the list's version, or None where there is no cache file.

    Raises LibcniError or DecodeError in libcni's words (getCachedResult).
    """
    network = run.plan.network
    raw = _read(run, cache_path(run.plan.cache_dir, network.name, attachment))
    return None if raw is None else read_cached_result(raw, network.cni_version)


def cached_bytes(run: Run, attachment: Attachment) -> bytes | None:
    """The attachment's cache file, or None."""
    try:
        return _read(run, cache_path(run.plan.cache_dir, run.plan.network.name, attachment))
    except LibcniError:
        return None


def keep(run: Run, result: LibcniResult) -> None:
    """Write the result of an ADD into the cache. Raises LibcniError or DecodeError in libcni's words (cacheAdd)."""
    if not run.plan.keeps_cache:
        return
    network, attachment = run.plan.network, run.plan.attachment
    content = encode_cache(network, attachment, result)
    path = cache_path(run.plan.cache_dir, network.name, attachment)
    try:
        run.executor.write(path, content)
    except OSError as error:
        place = error.filename or path
        raise LibcniError(
            f"{'open' if place == path else 'mkdir'} {place}: {(error.strerror or '').lower()}"
        ) from error


def cached_attachments(run: Run) -> list[CachedAttachment] | None:
    """Every attachment in the cache, in the order of the files' names; None where the folder cannot be read.

    What cannot be read, or is of another kind, is passed over (GetCachedAttachments).
    """
    return _attachments(run.executor, run.plan.cache_dir)


def cached_of(executor: Executor, cache_dir: str, container_id: str) -> tuple[CachedAttachment, ...]:
    """The attachments of one container in a cache, in the order of the files' names (GetCachedAttachments)."""
    found = _attachments(executor, cache_dir) or []
    return tuple(each for each in found if each.attachment.container_id == container_id)


def _attachments(executor: Executor, cache_dir: str) -> list[CachedAttachment] | None:
    folder = results_dir(cache_dir)
    parent, name = posixpath.split(folder)
    try:
        if name not in executor.listdir(parent):
            return None
        names = executor.listdir(folder)
    except OSError:
        return None
    files = (_content(executor, posixpath.join(folder, each)) for each in sorted(names))
    found = (read_cached_attachment(raw) for raw in files if raw is not None)
    return [each for each in found if each]


def forget(run: Run, attachment: Attachment) -> None:
    """Remove the attachment's cache file, if it has one (cacheDel)."""
    if not run.plan.keeps_cache:
        return
    try:
        path = cache_path(run.plan.cache_dir, run.plan.network.name, attachment)
    except LibcniError:
        return
    with contextlib.suppress(OSError):
        run.executor.remove(path)


def _read(run: Run, path: str) -> bytes | None:
    return _content(run.executor, path)


def _content(executor: Executor, path: str) -> bytes | None:
    """The content of a file; what cannot be read counts as missing."""
    try:
        return executor.read(path)
    except OSError:
        return None
