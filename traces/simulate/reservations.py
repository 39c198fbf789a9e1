"""The addresses that host-local has given out: a file each in the network's folder (host-local/backend/disk)."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

from traces.simulate.ground import Ground
from traces.simulate.plugin_error import PluginError
from traces.simulate.ranges import IpAddress

_DATA_DIR = "/var/lib/cni/networks"
_LAST = "last_reserved_ip."
_LOCK = "lock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """Whose address it is: a container's interface."""

    container_id: str
    ifname: str

    @property
    def record(self) -> str:
        """What the address's file holds."""
        return f"{self.container_id.strip()}\r\n{self.ifname}"

    @property
    def old_record(self) -> str:
        """What it held before the interface's name was kept."""
        return self.container_id.strip()


class Reservations:
    """One network's reservations."""

    def __init__(self, ground: Ground, network: str, data_dir: str) -> None:
        """Makes the folder where it is missing. Raises PluginError."""
        path = os.path.join(data_dir or _DATA_DIR, network)
        self._folder = Path(ground.file(os.path.abspath(path)))
        try:
            os.makedirs(self._folder, exist_ok=True)
        except OSError as error:
            refused = str(error.filename or path).removeprefix(ground.state)
            if isinstance(error, NotADirectoryError):
                refused = os.path.dirname(refused)
            raise PluginError(f"mkdir {refused}: {(error.strerror or '').lower()}") from None

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else reserves or releases meanwhile."""
        lock = os.open(self._folder / _LOCK, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o750)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def reserve(self, owner: Owner, address: IpAddress, range_set: int) -> bool:
        """Take the address, and note it as the last one of its range set. False where it is taken. Raises OSError."""
        try:
            file = os.open(self._folder / str(address), os.O_WRONLY | os.O_EXCL | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except FileExistsError:
            return False
        with open(file, "wb") as record:
            record.write(owner.record.encode(errors="surrogateescape"))
        last = os.open(self._last(range_set), os.O_WRONLY | os.O_TRUNC | os.O_CREAT | os.O_CLOEXEC, 0o600)
        with open(last, "w", encoding="ascii") as note:
            note.write(str(address))
        return True

    def last_reserved(self, range_set: int) -> IpAddress | None:
        """The address that was taken last out of a range set, or None."""
        try:
            return ip_address(self._last(range_set).read_text(encoding="ascii"))
        except (OSError, ValueError):
            return None

    def of(self, owner: Owner) -> tuple[IpAddress, ...]:
        """The addresses that a container's interface has."""
        return tuple(
            ip_address(path.name) for path in self._files(owner.record, owner.old_record) if _is_address(path.name)
        )

    def holds(self, owner: Owner) -> bool:
        """Whether a container's interface has any."""
        return bool(self._files(owner.record) or self._files(owner.old_record))

    def release(self, owner: Owner) -> None:
        """Give back what a container's interface has; what can't be given back is left."""
        for path in self._files(owner.record) or self._files(owner.old_record):
            with contextlib.suppress(OSError):
                path.unlink()

    def _last(self, range_set: int) -> Path:
        return self._folder / f"{_LAST}{range_set}"

    def _files(self, *records: str) -> tuple[Path, ...]:
        return tuple(path for path in sorted(self._folder.rglob("*")) if _content(path) in records)


def _content(path: Path) -> str | None:
    try:
        return path.read_bytes().decode(errors="surrogateescape").strip()
    except OSError:
        return None


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
