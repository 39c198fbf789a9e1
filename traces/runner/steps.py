"""The steps by which a place is made, each with a name: a refusal says which one it was that the kernel refused."""

from collections.abc import Iterator
from contextlib import contextmanager


class Refused(Exception):
    """A step was refused."""

    def __init__(self, step: str, error: OSError) -> None:
        """Which step, and the kernel's answer."""
        super().__init__(step)
        self.step = step
        self.error = error


@contextmanager
def step(name: str) -> Iterator[None]:
    """Whatever the kernel refuses in here carries this name. Raises Refused in place of OSError."""
    try:
        yield
    except OSError as error:
        raise Refused(name, error) from error
