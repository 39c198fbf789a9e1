"""Steps a run as a user would: each time that it is held, something is done, and the run goes on."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.chains import ANSWERS, RESULT, scripts
from tests.support.cli import conflist
from traces import Attachment, Session, load_file
from traces.model.events import Event, Held, TraceEnded
from traces.model.trace import Trace
from traces.session.goals import Mode
from traces.session.held import HeldCall
from traces.session.stepper import Stepper

POD = Attachment(container_id="c0ffee", netns="/run/netns/pod")
CALLS = """printf '%s' "$(cat)" >$0.in; for name in {names}; do "${{CNI_PATH%%:*}}/$name" <"$0.in" >/dev/null; done
[ "$CNI_COMMAND" = ADD ] && printf '%s' '{result}'
exit 0"""
"""A plugin that calls others, one after the other."""
Act = Callable[[Stepper], None]
"""What is done where a run is held."""


def over(stepper: Stepper) -> None:
    """Step over."""
    stepper.over()


def into(stepper: Stepper) -> None:
    """Step into."""
    stepper.into()


def out(stepper: Stepper) -> None:
    """Step out."""
    stepper.out()


def go_on(stepper: Stepper) -> None:
    """Let it run to the next breakpoint."""
    stepper.go_on()


def skip(stepper: Stepper) -> None:
    """Skip the oldest held call."""
    stepper.skip(stepper.held[0].call)


@dataclass
class Stepped:
    """What came of it."""

    events: list[Event] = field(default_factory=list)
    held: list[HeldCall | None] = field(default_factory=list)
    """Where it stood, in that order; None between two verbs."""

    @property
    def trace(self) -> Trace:
        """The last trace."""
        return self.traces[-1]

    @property
    def traces(self) -> list[Trace]:
        """Every trace that ended."""
        return [event.trace for event in self.events if isinstance(event, TraceEnded)]

    @property
    def stops(self) -> list[str]:
        """The plugins at which it stood; with an «!» where they had ended, «-» between two verbs."""
        return [f"{held.plugin}{'!' if held.is_ended else ''}" if held else "-" for held in self.held]


def step(events: Iterable[Event], stepper: Stepper, *acts: Act, then: Act = go_on) -> Stepped:
    """Pull the events; at each hold the next act is done, and ``then`` where there is none left."""
    stepped, waiting = Stepped(), iter(acts)
    for event in _bounded(events):
        stepped.events.append(event)
        if isinstance(event, Held):
            stepped.held.append(_held(stepper, event))
            next(waiting, then)(stepper)
    return stepped


def _held(stepper: Stepper, event: Held) -> HeldCall | None:
    if event.call is None:
        return None
    return next(held for held in stepper.held if (held.call, held.is_ended) == (event.call, event.is_ended))


def _bounded(events: Iterable[Event]) -> Iterator[Event]:
    """No run of a test has so many events: one that goes round and round fails."""
    for count, event in enumerate(events):
        assert count < 20_000
        yield event


def links() -> Stepper:
    """Holds every link's call."""
    return Stepper(mode=Mode.LINKS)


def calling(*names: str) -> str:
    """A plugin that calls these."""
    return CALLS.format(names=" ".join(names), result=RESULT).replace("$0.in", f"/tmp/{'-'.join(names)}.in")


class Bench:
    """Three links: the middle one calls `mid`, which calls `inner`, and then `inner` itself."""

    def __init__(self, folder: Path, **plugins: str) -> None:
        """With other plugins in the place of some."""
        known = {"one": ANSWERS, "two": calling("mid", "inner"), "three": ANSWERS, "mid": calling("inner")}
        binaries = scripts(folder / "bin", **known | {"inner": ANSWERS} | plugins)
        self.folder = folder
        self.session = Session(plugin_dirs=[binaries], state_dir=folder / "state", sandbox=True, simulate="none")

    def step(self, stepper: Stepper, *acts: Act, verbs: str = "ADD", then: Act = go_on, **options: Any) -> Stepped:
        """Run verbs, and do this where it stands."""

        def events() -> Iterator[Any]:
            for place, verb in enumerate(verbs.split()):
                if place:
                    yield from stepper.between(self.session.stop)
                yield from self.session.follow(verb, self.network, POD, stepper=stepper, **options)

        return step(events(), stepper, *acts, then=then)

    @property
    def network(self) -> Any:
        """The chain."""
        return load_file(str(conflist(self.folder, {"type": "one"}, {"type": "two"}, {"type": "three"})))
