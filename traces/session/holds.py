"""The calls that are held in one run, and what was decided of them. Whoever uses it keeps other threads out."""

from dataclasses import dataclass, replace

from traces.errors import InputError
from traces.model.answer import Answer
from traces.session.goals import Spot
from traces.session.held import Decision, HeldCall


@dataclass(slots=True, kw_only=True, eq=False)
class Hold:
    """A call that is held, with the edits that wait."""

    held: HeldCall
    spot: Spot
    is_step: bool
    """Whether it is held as a step, a breakpoint there or not."""
    stdin: bytes | None = None
    environment: tuple[bytes, ...] | None = None

    @property
    def as_edited(self) -> HeldCall:
        """The call with its edits."""
        given = {"stdin": self.stdin, "env": self.environment}
        return replace(
            self.held,
            stdin=self.held.stdin if self.stdin is None else self.stdin,
            environment=self.held.environment if self.environment is None else self.environment,
            edited=tuple(name for name, value in given.items() if value is not None),
        )


class Holds:
    """The calls that are held, the oldest first."""

    def __init__(self) -> None:
        self._holds: list[Hold] = []
        self._decided: list[Decision] = []

    @property
    def waiting(self) -> tuple[HeldCall, ...]:
        """The calls that nothing was decided of yet."""
        return tuple(hold.as_edited for hold in self._holds)

    @property
    def oldest(self) -> Hold:
        """The one that waits the longest. Raises IndexError where none waits."""
        return self._holds[0]

    @property
    def stand_still(self) -> bool:
        """Whether a call waits, or was let go and does not know it yet."""
        return bool(self._holds or self._decided)

    def add(self, hold: Hold) -> None:
        """One more."""
        self._holds.append(hold)

    def find(self, call_id: str) -> Hold:
        """The one of that call. Raises InputError."""
        for hold in self._holds:
            if hold.held.call == call_id:
                return hold
        raise InputError("this call is not held any more")

    def unstarted(self, call_id: str, act: str) -> Hold:
        """The one of that call, whose plugin has not started yet. Raises InputError that names the act."""
        hold = self.find(call_id)
        if hold.held.is_ended:
            raise InputError(f"this call has ended: it can't be {act} any more, only let go")
        return hold

    def decide(self, hold: Hold, answer: Answer | None = None, *, is_skip: bool = False) -> None:
        """Let it go, with its edits, or with an answer in its plugin's place."""
        self._holds.remove(hold)
        given = Decision(held=hold.held, stdin=hold.stdin, environment=hold.environment)
        self._decided.append(given if answer is None else Decision(held=hold.held, answer=answer, is_skip=is_skip))

    def forget(self, held: HeldCall) -> None:
        """Nobody waits there any more, and nothing that was decided of it counts."""
        spot = (held.call, held.is_ended)
        self._holds = [hold for hold in self._holds if (hold.held.call, hold.held.is_ended) != spot]
        self._decided = [each for each in self._decided if (each.held.call, each.held.is_ended) != spot]

    def take_decided(self) -> tuple[Decision, ...]:
        """What was decided since the last time."""
        decided, self._decided = tuple(self._decided), []
        return decided
