"""VALIDATE: every plugin is asked for its VERSION, all complaints together (libcni/api.go, ValidateNetworkList)."""

from collections.abc import Generator

from traces.cni.environment import version_environment
from traces.cni.error_codec import LibcniError
from traces.cni.gojson import DecodeError, dumps
from traces.cni.goquote import quote
from traces.cni.request import VERSION_STDIN
from traces.cni.version_info import supported_versions
from traces.model.network import Link
from traces.runner.executor import Execution
from traces.runner.plugin_run import Run, failed_at


def validate(run: Run) -> Generator[None, None, bytes]:
    """The capabilities that the network declares, as a JSON list; libcni's order is by chance, ours is sorted.

    Raises LibcniError, Interrupted.
    """
    errors: list[LibcniError] = []
    for link in run.plan.network.links[run.plan.first or 0 :]:
        try:
            yield from _validate_link(run, link)
        except (LibcniError, DecodeError) as error:
            errors.append(failed_at(error, link))
    if errors:
        raise LibcniError(f"[{' '.join(str(error) for error in errors)}]", link=errors[0].link)
    return dumps(sorted({name for link in run.plan.network.links for name in link.capabilities}))


def _validate_link(run: Run, link: Link) -> Generator[None, None, None]:
    wanted = run.plan.network.cni_version or "0.1.0"
    versions = yield from _ask(run, link)
    if wanted not in versions:
        raise LibcniError(f"plugin {link.type} does not support config version {quote(wanted)}")


def _ask(run: Run, link: Link) -> Generator[None, None, tuple[str, ...]]:
    """What a plugin supports; one that does not know the question is of 0.1.0 (GetVersionInfo)."""
    plan = run.plan
    stdin, env = VERSION_STDIN, version_environment(plan.base_env)
    if plan.rewrite:
        stdin = plan.rewrite(link.index, stdin)
    if plan.rewrite_env:
        env = plan.rewrite_env(link.index, env)
    try:
        with run.reach("VERSION", link) as path:
            stdout = yield from run.execute(link, Execution(path=path, stdin=stdin, env=env))
    except LibcniError as error:
        if str(error) == "unknown CNI_COMMAND: VERSION":
            return ("0.1.0",)
        raise
    return supported_versions(stdout)
