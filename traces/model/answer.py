"""What a user has said in a plugin's place."""

from dataclasses import dataclass

from traces.errors import InputError

_LAST_CODE, _LAST_SIGNAL = 255, 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the caller of a plugin sees that was never executed: what it prints, and how it ends."""

    stdout: bytes = b""
    stderr: bytes = b""
    exit_code: int = 0
    signal: int | None = None
    """The signal that it dies of; the exit code counts for nothing then."""

    def __post_init__(self) -> None:
        """Raises InputError where no process can end so."""
        if not 0 <= self.exit_code <= _LAST_CODE:
            raise InputError(f"exit code {self.exit_code}: expected 0 to {_LAST_CODE}")
        if self.signal is not None and not 1 <= self.signal <= _LAST_SIGNAL:
            raise InputError(f"signal {self.signal}: expected 1 to {_LAST_SIGNAL}")
