"""Runs verbs as a runtime runs them: what its profile decides, told and kept, and the events of all that follows."""

from collections.abc import Generator, Iterator, Sequence

from app.output import say
from traces.cni.profiles.applied import UNSENT, WITHHELD, after_failure, dressed, rules, targets
from traces.cni.profiles.profile import Choice, Decision, Profile, Target
from traces.model.events import Event, TraceEnded
from traces.model.fault import Fault
from traces.model.network import Attachment, Network
from traces.model.trace import Failure
from traces.session.session import Session
from traces.session.stepper import Stepper
from traces.timeline.printable import printable


class Decisions:
    """What a profile decided, in that order; told on stderr where that is wished."""

    def __init__(self, *, told: bool) -> None:
        """Told: each as it is made."""
        self.made: list[Decision] = []
        self._told = told
        self._open = True

    def add(self, decisions: Sequence[Decision]) -> None:
        """Decisions that were made. What won't be passed or sent, and the user may wait for, is told in any case."""
        self.made += decisions
        for decision in decisions:
            if self._told or (decision.decided in (WITHHELD, UNSENT) and self._open):
                say(printable(decision.line()))

    def hold_back(self) -> None:
        """Tell no more: stderr is under the screen."""
        self._told = self._open = False

    def document(self) -> list[dict[str, str]]:
        """All of them, as JSON objects."""
        return [decision.document() for decision in self.made]


class RuntimeRun:
    """A network and an attachment, as a runtime would have them, and its way with each verb."""

    def __init__(self, profile: Profile, choice: Choice, attachment: Attachment, verbs: Sequence[str]) -> None:
        """Nothing is told yet."""
        self.profile = profile
        self.network = choice.network
        self.attachment, about_attachment = dressed(profile, attachment)
        self.decisions = (*choice.decisions, *rules(profile, verbs), *about_attachment)
        """Those that are made before anything runs."""

    def networks(self, session: Session, verbs: Sequence[str]) -> tuple[Network, ...]:
        """Every network that the verbs may run over, as far as it is known before they run."""
        found = [target.network for verb in verbs for target in self._targets(session, verb)]
        return tuple({network.raw: network for network in (self.network, *found)}.values())

    def follow(
        self,
        session: Session,
        verbs: Sequence[str],
        policy: str,
        stop: bool,
        decisions: Decisions,
        *,
        faults: Sequence[Fault] = (),
        timeout: float | None = None,
        stepper: Stepper | None = None,
    ) -> Iterator[Event]:
        """The events of the verbs; a failed one keeps the later ones from running only where that is wished.

        A stepper holds their calls, and holds the run between two of them.
        A verb may come to several runs: runtimes attach their networks at once, whatever comes of one, and remove them
        in turn.
        """
        ran = False
        for verb in verbs:
            failed = False
            remaining = list(self._targets(session, verb))
            while remaining and not session.stop.is_set():
                target = remaining.pop(0)
                if ran and stepper is not None:
                    yield from stepper.between(session.stop)
                    if session.stop.is_set():
                        return
                ran = True
                decisions.add(target.decisions)
                events = session.follow(
                    verb,
                    target.network,
                    target.attachment,
                    policy=policy,
                    notes=self._notes(target),
                    faults=faults,
                    timeout=timeout,
                    stepper=stepper,
                )
                failure = yield from _passed_on(events)
                failed = failed or failure is not None
                if failure and verb == "DEL":
                    goes_on, made = after_failure(self.profile, target, failure.text, remaining)
                    decisions.add(made)
                    remaining = remaining if goes_on else []
            if session.stop.is_set() or (stop and failed):
                break

    def _targets(self, session: Session, verb: str) -> tuple[Target, ...]:
        cached = session.cached(self.attachment.container_id) if verb in self.profile.cache.verbs else ()
        return targets(self.profile, verb, self.network, self.attachment, cached)

    def _notes(self, target: Target) -> tuple[str, ...]:
        """What the trace says of it: a run as libcni's caller would have it needs no word."""
        if self.profile.name == "libcni":
            return ()
        return (f"run as {self.profile.name} runs it", *(decision.line() for decision in target.decisions))


def _passed_on(events: Iterator[Event]) -> Generator[Event, None, Failure | None]:
    """The events of one run, and the failure that it ends with."""
    failure: Failure | None = None
    for event in events:
        failure = event.trace.failure if isinstance(event, TraceEnded) else failure
        yield event
    return failure
