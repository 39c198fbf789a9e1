"""Reads what was collected of a node: a folder, a tar file, or a JSON document {path: content}."""

import base64
import io
import json
import os
import posixpath
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from traces.diagnosis.audit.indexed_tree import TOPS, IndexedTree, common_folder, own_path
from traces.diagnosis.collect.commands import Commands
from traces.diagnosis.collect.tree import DiskTree, Entry, Tree
from traces.errors import InputError

_Value = TypeVar("_Value")

_MOST = 16 << 20
"""Bytes of one file that are read out of a tar file."""
_MOST_FILES = 100_000
_AT_ONCE = 64 << 20
"""Bytes of a tar file that is held in memory as a whole."""
_PACKED = (".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.bz2")
_STAT = "/commands/stat"
"""Lines «mode owner size mtime path», of files whose form does not keep that: JSON, or heads of plugins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One node, as it was collected."""

    name: str
    path: str
    """The folder or the file that it was read from."""
    tree: Tree


def node_paths(paths: Sequence[str]) -> Iterator[str]:
    """The path of every node; a folder that is no node's tree is one of several. Raises InputError."""
    for path in paths:
        yield from _nodes_at(path)


def _nodes_at(path: str) -> Iterator[str]:
    if not os.path.isdir(path):
        if not os.path.exists(path):
            raise InputError(f"{path}: no such file or folder; expected what was collected of a node")
        yield path
        return
    names = sorted(os.listdir(path))
    if any(name in TOPS for name in names):
        yield path
        return
    below = [os.path.join(path, name) for name in names if not name.startswith(".")]
    found = [each for each in below if _is_node(each)]
    if not found:
        raise InputError(
            f"{path}: no node's tree, nor a folder of such: expected etc/, opt/, var/, run/ or commands/ in it"
        )
    yield from found


def _is_node(path: str) -> bool:
    if os.path.isdir(path):
        return any(name in TOPS for name in os.listdir(path))
    return path.endswith((*_PACKED, ".json"))


def read_source(path: str) -> Source:
    """What was collected of one node. Raises InputError."""
    if os.path.isdir(path):
        tree: Tree = DiskTree(os.path.realpath(path))
    elif path.endswith(".json"):
        tree = _document(path)
    else:
        tree = _packed(path)
    return Source(name=Commands(tree).line("name") or _bare(path), path=path, tree=tree)


def _bare(path: str) -> str:
    name = os.path.basename(os.path.normpath(path))
    ending = next((each for each in (*_PACKED, ".json") if name.endswith(each)), "")
    return name.removesuffix(ending) or name


def _document(path: str) -> IndexedTree:
    """{path: content}; content that is no UTF-8 is {"base64": …}."""
    try:
        document = json.loads(Path(path).read_bytes())
        if not isinstance(document, dict):
            raise ValueError("expected an object")
        files = {own_path(name): _content(value) for name, value in document.items()}
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: no JSON object of paths and their contents: {error}") from None
    return IndexedTree(files, _stated(files))


def _content(value: Any) -> bytes:
    if isinstance(value, str):
        return value.encode(errors="surrogateescape")
    encoded = value.get("base64") if isinstance(value, dict) else None
    if not isinstance(encoded, str):
        raise ValueError('a content is a text, or {"base64": …}')
    return base64.b64decode(encoded)


def _packed(path: str) -> IndexedTree:
    try:
        with _opened(path) as archive:
            files, entries, links = _members(path, archive)
    except (tarfile.TarError, EOFError, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error).partition(":")[0]
        raise InputError(f"{path}: no tar file that can be read: {reason}") from None
    inner = common_folder((*files, *entries, *links))
    if inner != "/":
        files, entries, links = _below(files, inner), _below(entries, inner), _below(links, inner)
    return IndexedTree(files, entries | _stated(files), links)


def _opened(path: str) -> tarfile.TarFile:
    """The tar file; a small one that is not compressed is read at once, which spares two calls of the kernel a file.

    Raises TarError, OSError.
    """
    with open(path, "rb") as file:
        is_plain = file.read(tarfile.BLOCKSIZE)[257:262] == b"ustar"
        if not is_plain or os.fstat(file.fileno()).st_size > _AT_ONCE:
            return tarfile.open(path)
        file.seek(0)
        return tarfile.open(mode="r:", fileobj=io.BytesIO(file.read()))


def _members(path: str, archive: tarfile.TarFile) -> tuple[dict[str, bytes], dict[str, Entry], dict[str, str]]:
    files: dict[str, bytes] = {}
    entries: dict[str, Entry] = {}
    links: dict[str, str] = {}
    for count, member in enumerate(archive):
        if count > _MOST_FILES:
            raise InputError(f"{path}: more than {_MOST_FILES} files; expected what was collected of one node")
        at = own_path(member.name)
        if member.issym():
            links[at] = member.linkname
            continue
        kind = "file" if member.isreg() else "folder" if member.isdir() else "other"
        owner = f"{member.uid}:{member.gid}"
        entries[at] = Entry(kind=kind, mode=member.mode & 0o7777, owner=owner, size=member.size, changed=member.mtime)
        if kind == "file":
            files[at] = _content_of(archive, member)
    if _is_cut_off(archive):
        raise tarfile.ReadError("unexpected end of data")
    entries.pop("/", None)
    return files, entries, links


def _content_of(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    """The file's first bytes. Without tarfile's reader: a node has many small files, and it makes one for each."""
    size = min(member.size, _MOST)
    if archive.fileobj is None or member.issparse():
        reader = archive.extractfile(member)
        return reader.read(size) if reader is not None else b""
    archive.fileobj.seek(member.offset_data)
    return archive.fileobj.read(size)


def _is_cut_off(archive: tarfile.TarFile) -> bool:
    """Whether it ends without the zeros that end every tar file: tarfile takes half a header for the end."""
    if archive.fileobj is None:
        return False
    archive.fileobj.seek(archive.offset)
    block = archive.fileobj.read(tarfile.BLOCKSIZE)
    return len(block) < tarfile.BLOCKSIZE or bool(block.strip(b"\0"))


def _below(found: Mapping[str, _Value], folder: str) -> dict[str, _Value]:
    return {path.removeprefix(folder): value for path, value in found.items() if path != folder}


def _stated(files: Mapping[str, bytes]) -> dict[str, Entry]:
    """What `commands/stat` says of files."""
    found = {}
    for line in files.get(_STAT, b"").decode(errors="replace").splitlines():
        words = line.split(" ", 4)
        try:
            mode, size, changed = int(words[0], 8), int(words[2]), float(words[3])
        except (IndexError, ValueError):
            continue
        if len(words) == 5 and words[4].startswith("/"):
            path = posixpath.normpath(words[4])
            found[path] = Entry(kind="file", mode=mode & 0o7777, owner=words[1], size=size, changed=changed)
    return found
