"""Where a text stops being JSON, in the words of Go's decoder, with what is most often meant."""

from dataclasses import dataclass

from traces.cni.gojson import JsonSyntaxError, parse


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonError:
    """The place at which a text stops being JSON."""

    offset: int
    """The byte, counted from 0; the length of the text where it ends too early."""
    line: int
    """Counted from 1."""
    column: int
    """The character in the line, counted from 1."""
    message: str
    """Go's words: «invalid character '}' looking for beginning of object key string»."""
    hint: str = ""
    """What is most often meant, or nothing."""


def json_error(raw: bytes) -> JsonError | None:
    """Where the text stops being JSON, or None where it is JSON."""
    try:
        parse(raw)
    except JsonSyntaxError as error:
        return describe_error(raw, error)
    return None


def describe_error(raw: bytes, error: JsonSyntaxError) -> JsonError:
    """The place of an error that was met while reading the text."""
    line, column = line_and_column(raw, error.offset)
    hint = _hint(raw, error.offset, str(error))
    return JsonError(offset=error.offset, line=line, column=column, message=str(error), hint=hint)


def line_and_column(raw: bytes, offset: int) -> tuple[int, int]:
    """The line, and the character in it, of a byte offset; both counted from 1."""
    before = raw[:offset]
    start = before.rfind(b"\n") + 1
    return before.count(b"\n") + 1, len(before[start:].decode(errors="replace")) + 1


def _hint(raw: bytes, offset: int, message: str) -> str:
    found = raw[offset : offset + 3]
    before = raw[:offset].rstrip()
    if found == b"\xef\xbb\xbf":
        return "remove the byte order mark at the beginning"
    if not raw.strip():
        return "the text is empty"
    if message.startswith("unexpected end"):
        return 'something that was opened is not closed: } or ] or "'
    if found[:1] in (b"}", b"]") and before.endswith(b","):
        return "remove the comma before it"
    if found[:1] in (b"/", b"#"):
        return "JSON has no comments"
    if found[:1] == b"'":
        return "JSON has double quotes only"
    if "after object key:value pair" in message or "after array element" in message:
        return "a comma is missing before it"
    return "a name must be in double quotes" if "object key string" in message else ""
