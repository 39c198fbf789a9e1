"""From the records of one verb to its calls: which call made which, and which link each root is for."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from traces.cni.outcome import outcome
from traces.model.call import Call, Outcome
from traces.model.network import Network
from traces.shim.parents import in_order, parents_of, variable
from traces.shim.record import Record, State

_BACKWARDS = ("DEL",)
_COMMANDS = {"VALIDATE": "VERSION"}


def assemble(
    records: Iterable[Record], verb: str, network: Network, *, hidden_path: Sequence[str] = ()
) -> tuple[Call, ...]:
    """The calls of a verb over a network, in the order of their start; their ids are "1", "2" and so on.

    A call that another one made has it as parent; every other one has its link, or None if it fits none. hidden_path
    names the folders of recorders, which are taken out of CNI_PATH: no runtime has put them there.
    """
    ordered = in_order(records)
    parents = parents_of(ordered)
    links = _links([record for record in ordered if record.name not in parents], verb, network)
    above = {name: parent.name for name, parent in parents.items()}
    return calls_of(ordered, above, links, hidden_path=hidden_path)


def calls_of(
    ordered: Sequence[Record],
    parents: Mapping[str, str],
    links: Mapping[str, int],
    *,
    hidden_path: Sequence[str] = (),
) -> tuple[Call, ...]:
    """The calls of records, whose parents and links are known by the records' names; their ids are "1", "2" and so on.

    A parent that is not among the records counts as none.
    """
    ids = record_ids(ordered)
    return tuple(
        _call(record, ids[record.name], links.get(record.name), ids.get(parents.get(record.name, "")), hidden_path)
        for record in ordered
    )


def record_ids(records: Iterable[Record]) -> Mapping[str, str]:
    """The call that each record becomes, by its name: the id that assemble and calls_of give it."""
    return {record.name: str(number) for number, record in enumerate(in_order(records), 1)}


def plugin_of(record: Record) -> str:
    """The name under which the plugin was executed."""
    return os.path.basename(_path(record))


def shown_environment(entries: Iterable[bytes], hidden_path: Sequence[str]) -> tuple[bytes, ...]:
    """An environment as its sender meant it: without the recorders' folders in CNI_PATH."""
    return tuple(_shown(entry, hidden_path) for entry in entries)


def given_environment(entries: Iterable[bytes], hidden_path: Sequence[str]) -> tuple[bytes, ...]:
    """The other way round: with the recorders' folders before all others in CNI_PATH, so that they are executed."""
    return tuple(_completed(entry, hidden_path) for entry in shown_environment(entries, hidden_path))


def _links(roots: Sequence[Record], verb: str, network: Network) -> dict[str, int]:
    """The link of each root: by name, in the order in which the verb asks the links.

    GC first deletes what is left of stale attachments, each from the last link to the first (libcni, GCNetworkList).
    """
    links: dict[str, int] = {}
    command = _COMMANDS.get(verb, verb)
    place: dict[tuple[str, ...], int] = {}
    for root in roots:
        asked = _asked(root, "CNI_COMMAND")
        if asked != command and (verb, asked) != ("GC", "DEL"):
            continue
        order = network.links[::-1] if asked in _BACKWARDS else network.links
        run = (asked, _asked(root, "CNI_CONTAINERID"), _asked(root, "CNI_IFNAME"))
        for index in range(place.get(run, 0), len(order)):
            if order[index].type == plugin_of(root):
                links[root.name] = order[index].index
                place[run] = index + 1
                break
    return links


def _call(record: Record, number: str, link: int | None, parent: str | None, hidden: Sequence[str]) -> Call:
    verb = _asked(record, "CNI_COMMAND")
    return Call(
        id=number,
        plugin=plugin_of(record),
        path=_path(record),
        verb=verb,
        link=link,
        parent=parent,
        argv=tuple(argument.decode(errors="surrogateescape") for argument in record.argv),
        environment=shown_environment(record.environment, hidden),
        stdin=record.stdin,
        stdout=record.stdout,
        stderr=record.stderr,
        exit_code=record.exit_code,
        signal=record.signal,
        started=record.released or record.started,
        ended=record.ended,
        outcome=_outcome(record, verb),
        truncated=record.truncated,
        touched=record.touched,
        sent_stdin=record.sent_stdin,
        sent_environment=record.sent_environment and shown_environment(record.sent_environment, hidden),
    )


def _path(record: Record) -> str:
    return record.argv[0].decode(errors="surrogateescape") if record.argv and record.argv[0] else record.real


def _shown(entry: bytes, hidden: Sequence[str]) -> bytes:
    name, _, value = entry.partition(b"=")
    if name != b"CNI_PATH" or not hidden:
        return entry
    folders = {os.fsencode(folder) for folder in hidden}
    return b"CNI_PATH=" + b":".join(part for part in value.split(b":") if part not in folders)


def _completed(entry: bytes, hidden: Sequence[str]) -> bytes:
    name, _, value = entry.partition(b"=")
    if name != b"CNI_PATH" or not hidden:
        return entry
    return b"CNI_PATH=" + b":".join([*map(os.fsencode, hidden), *([value] if value else [])])


def _asked(record: Record, name: str) -> str:
    """A variable as the caller has sent it: who edited it has not made it another link's call."""
    sent = record.sent_environment
    return variable(record if sent is None else replace(record, environment=sent), name)


def _outcome(record: Record, verb: str) -> Outcome:
    if record.start_errno is not None:
        return Outcome.NOT_STARTED
    if record.ended is not None and "stdout" in record.truncated and record.exit_code == 0:
        # Of what was cut off one can't say that it is no result.
        return Outcome.OK
    if record.ended is not None:
        return outcome(verb, record.exit_code, record.signal, record.stdout)
    return Outcome.RUNNING if record.state is State.RUNNING else Outcome.LOST
