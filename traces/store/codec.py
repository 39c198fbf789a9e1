"""The trace file's document: a trace as JSON values, and back.

The format is kept small enough to be read with jq. Bytes that are UTF-8 are strings, other bytes are
``{"base64": ...}``; what a document lacks has the model's own default, and what this program does not know is ignored.
"""

from collections.abc import Sequence
from typing import Any

from traces.model.mark import Mark
from traces.model.network import Attachment
from traces.model.trace import Branch, Failure, Trace
from traces.store.call_codec import call_object, read_call
from traces.store.fields import Field, pack_bytes, pack_text
from traces.store.migrate import FORMAT, VERSION, migrated
from traces.store.network_codec import network_object, read_network
from traces.store.snapshot_codec import pack_moments, unpack_moments
from traces.store.soundness import check
from traces.store.values import read_value, value_object


def to_document(trace: Trace) -> dict[str, Any]:
    """The document of a trace, in the current format version.

    Raises StoreError if the calls are no tree: what is written can always be read.
    """
    check(trace, f"trace {trace.id}")
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": pack_text(trace.id),
        "series": pack_text(trace.series),
        "place": pack_text(trace.place),
        "created": pack_text(trace.created),
        "branch_of": _branch_object(trace.branch_of) if trace.branch_of else None,
        "network": network_object(trace.network),
        "verb": pack_text(trace.verb),
        "attachment": _attachment_object(trace.attachment),
        "calls": [call_object(call) for call in trace.calls],
        "result": _bytes_or_null(trace.result),
        "error": _failure_object(trace.failure) if trace.failure else None,
        "cache": {"before": _bytes_or_null(trace.cache_before), "after": _bytes_or_null(trace.cache_after)},
        "snapshots": list(pack_moments(trace.snapshots)),
        "policy": pack_text(trace.policy),
        "simulated": [pack_text(plugin) for plugin in trace.simulated],
        "redacted": trace.redacted,
        "notes": [pack_text(note) for note in trace.notes],
        "finished": trace.finished,
        **({"marks": marks_value(trace.marks)} if trace.marks else {}),
    }


def from_document(document: Any, *, source: str, pointer: str = "") -> Trace:
    """The trace of a document, of this or an earlier format version.

    ``source`` names the document in errors, ``pointer`` its place in a document of several. Raises StoreError with one
    line: source, JSON pointer, what was expected, what was found.
    """
    field = migrated(Field(document, source, pointer))
    cache = field.get("cache", {})
    trace = Trace(
        id=field.get("id").text(),
        series=field.get("series").text(),
        place=field.get("place", "sandbox").text(),
        created=field.get("created", "").text(),
        branch_of=field.get("branch_of", None).maybe(_read_branch),
        network=read_network(field.get("network")),
        verb=field.get("verb").text(),
        attachment=_read_attachment(field.get("attachment")),
        calls=field.get("calls").each(read_call),
        result=field.get("result", None).maybe(Field.content),
        failure=field.get("error", None).maybe(_read_failure),
        cache_before=cache.get("before", None).maybe(Field.content),
        cache_after=cache.get("after", None).maybe(Field.content),
        snapshots=unpack_moments(field.get("snapshots", [])),
        policy=field.get("policy", "libcni").text(),
        simulated=field.get("simulated", []).each(Field.text),
        redacted=field.get("redacted", False).flag(),
        notes=field.get("notes", []).each(Field.text),
        marks=field.get("marks", []).each(lambda mark: read_value(Mark, mark)),
        finished=field.get("finished", True).flag(),
    )
    check(trace, source, pointer)
    return trace


def marks_value(marks: Sequence[Mark]) -> list[Any]:
    """The user's marks as they stand in a trace file, which has none of them where there are none."""
    return [value_object(mark) for mark in marks]


def _bytes_or_null(content: bytes | None) -> Any:
    return None if content is None else pack_bytes(content)


def _failure_object(failure: Failure) -> dict[str, Any]:
    return {"text": pack_text(failure.text), "code": failure.code, "link": failure.link}


def _read_failure(field: Field) -> Failure:
    return Failure(
        text=field.get("text").text(),
        code=field.get("code", None).maybe(Field.whole),
        link=field.get("link", None).maybe(Field.whole),
    )


def _branch_object(branch: Branch) -> dict[str, Any]:
    return {
        "trace": pack_text(branch.trace),
        "link": branch.link,
        "edits": [dict(edit) for edit in branch.edits],
        **({"environment": _environment_changes(branch)} if branch.environment else {}),
        "how": pack_text(branch.how),
        "renamed": {old: pack_text(new) for old, new in branch.renamed.items()},
    }


def _environment_changes(branch: Branch) -> list[Any]:
    """Pairs, as a name need not be text that every JSON reader keeps."""
    changes = branch.environment.items()
    return [[pack_text(name), None if value is None else pack_text(value)] for name, value in changes]


def _read_change(field: Field) -> tuple[str, str | None]:
    pair = field.each(lambda item: item)
    if len(pair) != 2:
        raise field.expected("a name and a value, or a name and null")
    return pair[0].text(), pair[1].maybe(Field.text)


def _read_branch(field: Field) -> Branch:
    renamed = field.get("renamed", {})
    return Branch(
        trace=field.get("trace").text(),
        link=field.get("link").whole(),
        edits=field.get("edits", []).each(Field.mapping),
        environment=dict(field.get("environment", []).each(_read_change)),
        how=field.get("how", "first").text(),
        renamed={old: renamed.get(old).text() for old in renamed.mapping()},
    )


def _attachment_object(attachment: Attachment) -> dict[str, Any]:
    return {
        "container_id": pack_text(attachment.container_id),
        "netns": pack_text(attachment.netns),
        "ifname": pack_text(attachment.ifname),
        "args": [[pack_text(name), pack_text(value)] for name, value in attachment.args],
        "capability_args": dict(attachment.capability_args),
    }


def _read_attachment(field: Field) -> Attachment:
    return Attachment(
        container_id=field.get("container_id").text(),
        netns=field.get("netns").text(),
        ifname=field.get("ifname", "eth0").text(),
        args=field.get("args", []).each(_read_pair),
        capability_args=field.get("capability_args", {}).mapping(),
    )


def _read_pair(field: Field) -> tuple[str, str]:
    pair = field.each(Field.text)
    if len(pair) != 2:
        raise field.expected("a name and a value")
    return pair[0], pair[1]
