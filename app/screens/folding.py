"""A screen whose lanes fold: steps go into what a plugin executes and out again, and the lanes with them."""

from textual import on
from textual.reactive import var

from app.screens.stepping import SteppingScreen
from panels.lanes_header import LanesHeader
from panels.sequence_view import SequenceView
from traces.model.trace import Trace
from traces.timeline.diagram import Diagram
from traces.timeline.folding import Folding
from traces.timeline.measure import one_line
from traces.timeline.nesting import call_paths
from traces.timeline.steps import Step, step_into, step_out


class FoldingScreen(SteppingScreen):
    """Holds the layout of the sequence, and which callers the user opened and closed."""

    diagram: var[Diagram | None] = var(None)
    offset_x: var[int] = var(0)
    folding: var[Folding] = var(Folding)

    def show_trace(self, trace: Trace, *, playing: bool = False) -> None:
        """Put a trace on the stage; what is open stays so from one trace of a network to the next."""
        if self.stage is not None and self.stage.trace.network.name != trace.network.name:
            self.folding = Folding()
        super().show_trace(trace, playing=playing)

    @on(SequenceView.LaidOut)
    def take_diagram(self, message: SequenceView.LaidOut) -> None:
        """Put the names over the lanes."""
        self.diagram = message.diagram

    @on(SequenceView.Scrolled)
    def take_offset(self, message: SequenceView.Scrolled) -> None:
        """Move the names with the lanes."""
        self.offset_x = message.x

    @on(LanesHeader.Pressed)
    def turn_lane(self, message: LanesHeader.Pressed) -> None:
        """Open what the lane holds, or fold what stands beside it."""
        lane = message.lane
        if lane.holds:
            self.folding = self.folding.open(lane.path)
        elif lane.is_open:
            self.folding = self.folding.close(lane.path)

    @property
    def step_inside(self) -> Step | None:
        """The step that one comes to from here by going into."""
        return step_into(self.stage.steps, self.stage.playback.cursor) if self.stage else None

    @property
    def step_outside(self) -> Step | None:
        """The step that one comes to from here by going out."""
        return step_out(self.stage.steps, self.stage.playback.cursor) if self.stage else None

    def action_into(self) -> None:
        """To the first plugin that this one executed, on a lane of its own."""
        step, target = self.stage.step if self.stage else None, self.step_inside
        if step is not None and self.taken("into"):
            self._fold(step, is_open=True)
        elif step is not None and target is not None:
            self._fold(step, is_open=True)
            self._go(target)
        elif step is not None:
            self.notify(f"{one_line(step.plugin)} executed no plugin: nothing to step into.", markup=False)

    def action_out(self) -> None:
        """Fold what is open here; else to the caller, and fold its lanes."""
        step, target = self.stage.step if self.stage else None, self.step_outside
        if self.taken("out"):
            return
        if step is not None and self._is_open(step):
            self._fold(step, is_open=False)
        elif target is not None:
            self._fold(target, is_open=False)
            self._go(target)
        elif step is not None:
            self.notify(f"{one_line(step.plugin)} is called by the runtime: nothing to step out of.", markup=False)

    def _go(self, step: Step) -> None:
        self.player.move(step.index)
        self.show()

    def _is_open(self, step: Step) -> bool:
        """Whether the plugin of the step has lanes beside its own that can fold, as far as lanes are drawn."""
        if self.diagram is None or step.call is None:
            return False
        lanes = self.diagram.lanes
        place = lanes.lane_of_call.get(step.call, 0)
        return lanes.lanes[place].is_open and step.call not in lanes.folded_calls

    def _fold(self, step: Step, *, is_open: bool) -> None:
        """Open or close the plugin of the step."""
        if self.stage is None or step.call is None:
            return
        path = call_paths(self.stage.trace.calls)[step.call]
        self.folding = self.folding.open(path) if is_open else self.folding.close(path)
