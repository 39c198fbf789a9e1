"""A call as a JSON object, and back."""

from collections.abc import Sequence
from typing import Any

from traces.model.call import Call, Outcome
from traces.store.fields import Field, pack_bytes, pack_text


def call_object(call: Call) -> dict[str, Any]:
    """The call as it stands in a trace file."""
    return {
        "id": pack_text(call.id),
        "parent": None if call.parent is None else pack_text(call.parent),
        "link": call.link,
        "plugin": pack_text(call.plugin),
        "path": pack_text(call.path),
        "argv": [pack_text(argument) for argument in call.argv],
        "verb": pack_text(call.verb),
        "stdin": pack_bytes(call.stdin),
        **_environment_members(call.environment),
        "stdout": pack_bytes(call.stdout),
        "stderr": pack_bytes(call.stderr),
        "exit_code": call.exit_code,
        "signal": call.signal,
        "started": call.started,
        "ended": call.ended,
        "outcome": call.outcome.value,
        "truncated": [pack_text(stream) for stream in call.truncated],
        **_hand_members(call),
    }


def read_call(field: Field) -> Call:
    """The call that an object of a trace file describes. Raises StoreError."""
    return Call(
        id=field.get("id").text(),
        parent=field.get("parent", None).maybe(Field.text),
        link=field.get("link", None).maybe(Field.whole),
        plugin=field.get("plugin").text(),
        path=field.get("path").text(),
        argv=field.get("argv", []).each(Field.text),
        verb=field.get("verb").text(),
        stdin=field.get("stdin", "").content(),
        environment=_read_environment(field),
        stdout=field.get("stdout", "").content(),
        stderr=field.get("stderr", "").content(),
        exit_code=field.get("exit_code", None).maybe(Field.whole),
        signal=field.get("signal", None).maybe(Field.whole),
        started=field.get("started", 0).whole(),
        ended=field.get("ended", None).maybe(Field.whole),
        outcome=_read_outcome(field.get("outcome")),
        truncated=field.get("truncated", []).each(Field.text),
        touched=field.get("touched", []).each(Field.text),
        sent_stdin=field.get("sent_stdin", None).maybe(Field.content),
        sent_environment=_read_environment(field, "sent_env") if "sent_env" in field.mapping() else None,
    )


def _hand_members(call: Call) -> dict[str, Any]:
    """What a user changed, and what stood there before; nothing where nobody did."""
    members: dict[str, Any] = {"touched": [pack_text(part) for part in call.touched]} if call.touched else {}
    if call.sent_stdin is not None:
        members["sent_stdin"] = pack_bytes(call.sent_stdin)
    if call.sent_environment is not None:
        members |= _environment_members(call.sent_environment, "sent_env")
    return members


def _environment_members(entries: Sequence[bytes], key: str = "env") -> dict[str, Any]:
    """The environment by name, and entry by entry where the names alone would not give it back."""
    env: dict[str, Any] = {}
    for entry in entries:
        name, _, value = entry.partition(b"=")
        env.setdefault(name.decode(errors="backslashreplace"), pack_bytes(value))
    again = [f"{name}={value}" for name, value in env.items()]
    raw = [pack_bytes(entry) for entry in entries]
    return {key: env} if again == raw else {key: env, f"{key}_raw": raw}


def _read_environment(field: Field, key: str = "env") -> tuple[bytes, ...]:
    raw = field.get(f"{key}_raw", None).maybe(lambda entries: entries.each(Field.content))
    if raw is not None:
        return raw
    env = field.get(key, {})
    return tuple(_entry(name, env.get(name)) for name in env.mapping())


def _entry(name: str, value: Field) -> bytes:
    return name.encode(errors="surrogatepass") + b"=" + value.content()


def _read_outcome(field: Field) -> Outcome:
    try:
        return Outcome(field.text())
    except ValueError:
        raise field.expected(f"one of {', '.join(Outcome)}") from None
