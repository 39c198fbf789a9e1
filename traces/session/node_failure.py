"""What libcni must have said of a run on the node: its words, put together from the call that failed."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from signal import SIGKILL

from traces.cni.error_codec import LibcniError, how_it_ended, plugin_error
from traces.cni.gojson import DecodeError
from traces.cni.plugin_conf import describe
from traces.cni.plugin_path import find_plugin
from traces.cni.result_codec import read_result, result_version
from traces.cni.result_types import encode_result
from traces.cni.rooted import resolved, seen_at
from traces.errors import InputError
from traces.model.call import Call, Outcome
from traces.model.network import Network
from traces.model.trace import Failure
from traces.runner.verbs.delete import join
from traces.shim.image import settings_of
from traces.timeline.printable import printable

_ENDED_BADLY = (Outcome.ERROR, Outcome.FAILED, Outcome.KILLED, Outcome.NOT_STARTED, Outcome.LOST)


def failure_of(verb: str, network: Network, roots: Sequence[Call]) -> Failure | None:
    """The failure of a verb by the calls that its runtime made; None where none of them failed (libcni/api.go)."""
    errors = [error for call in roots if (error := _error(verb, network, call, call is roots[-1])) is not None]
    if not errors:
        return None
    joined = join(errors) if verb == "GC" else errors[-1]
    return Failure(text=str(joined), code=joined.code, link=joined.link)


def result_of(call: Call) -> bytes | None:
    """The result of an ADD whose last link's call that is, as libcni's caller marshals it; None where it has none."""
    if call.outcome is not Outcome.OK or "stdout" in call.truncated:
        return None
    try:
        return encode_result(read_result(call.stdout, result_version(call.stdin)))
    except DecodeError:
        return None


def never_executed(network: Network, link: int, roots: Sequence[Call], root: str = "/") -> tuple[Failure | None, str]:
    """Why the link behind the last call was never called: the failure that this was, where it was one, and a note.

    The plugins are looked for in the file tree at ``root``, as it is now.
    """
    plugin, path, verb = network.links[link].type, roots[-1].env.get("CNI_PATH", ""), roots[-1].verb
    who = f"link {link}, {printable(plugin)},"
    try:
        found = find_plugin(plugin, path.split(":") if path else [], partial(_find, root))
    except LibcniError as error:
        words = error.within(_words(verb, network, link))
        return Failure(text=str(words), code=words.code, link=link), f"{who} is in no folder of CNI_PATH by now"
    if not _had_recorder(root, found, roots[-1]):
        where = f"{printable(found)} had no recorder, or has it no more"
        return None, f"{who} was not recorded, nor were those behind it: {where}"
    text = f"{who} was not called: nothing came after {printable(roots[-1].plugin)} had answered"
    return Failure(text=text, link=link), "the runtime gave up between two links, or ended"


def _error(verb: str, network: Network, call: Call, is_last: bool) -> LibcniError | None:
    """The error of one call. An answer that another call came after was read."""
    unread = _unread(verb, call) if is_last else None
    error = _plugins_error(call) if call.outcome in _ENDED_BADLY else unread
    if error is None or call.link is None:
        return error
    return error.within(_words(verb, network, call.link), call.link)


def _plugins_error(call: Call) -> LibcniError:
    signal = int(SIGKILL) if call.outcome is Outcome.LOST else call.signal
    return plugin_error(call.stdout, call.stderr, how_it_ended(call.path, call.exit_code, signal, None))


def _unread(verb: str, call: Call) -> LibcniError | None:
    """What libcni says of an answer to ADD that it can't read."""
    if verb != "ADD" or call.outcome not in (Outcome.OK, Outcome.UNREADABLE) or "stdout" in call.truncated:
        return None
    try:
        read_result(call.stdout, result_version(call.stdin))
    except DecodeError as error:
        return LibcniError(str(error))
    return None


def _words(verb: str, network: Network, link: int) -> str:
    """What libcni writes before the error of a link, by the verb."""
    if verb in ("ADD", "DEL"):
        what = "add" if verb == "ADD" else "delete"
        return f"plugin {_described(network, link)} failed ({what}): "
    return f"failed to GC plugin {network.links[link].type}: " if verb == "GC" else ""


def _described(network: Network, link: int) -> str:
    try:
        return describe(network.links[link].config)
    except DecodeError:
        return f'type="{network.links[link].type}"'


def _find(root: str, plugin: str, dirs: Sequence[str]) -> str | None:
    """The path on the node."""
    paths = (f"{folder}/{plugin}" for folder in dirs)
    return next((path for path in paths if _is_file(root, path)), None)


def _is_file(root: str, path: str) -> bool:
    try:
        return Path(seen_at(root, resolved(root, path))).is_file()
    except OSError:
        return False


def _had_recorder(root: str, plugin: str, last: Call) -> bool:
    """Whether it is known that a recorder stood in a plugin's place when the call ended.

    What stands there now came since, if its ctime is later: putting a file in a place sets that. What stood there
    before it nobody can tell.
    """
    try:
        stands_since = Path(seen_at(root, resolved(root, plugin))).stat().st_ctime_ns
    except OSError:
        return False
    came_since = last.ended is not None and stands_since > last.ended
    return not came_since and _is_recorder(root, plugin)


def _is_recorder(root: str, path: str) -> bool:
    try:
        settings_of(Path(seen_at(root, resolved(root, path))).read_bytes())
    except (OSError, InputError):
        return False
    return True
