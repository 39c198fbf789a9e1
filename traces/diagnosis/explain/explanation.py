"""What one error of a text says: what failed, who said it in which words, of which kind it is, what to do next."""

from dataclasses import dataclass

from traces.diagnosis.case import Symptom

_VERBS = ("ADD", "DEL", "CHECK", "GC", "STATUS", "VERSION")


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One who had a hand in the text."""

    who: str
    """kubelet, containerd, CRI-O, Multus, libcni, a plugin's name …; empty where no template knows it."""
    added: str
    """The words that it added, with … where the nested error stands; of the innermost all of it."""
    means: str = ""
    """The same in plain words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """One error, and all that the text alone tells of it. Its texts are as they were found: scrub them to show them."""

    error: str
    """The innermost error, unescaped."""
    message: str = ""
    """The same with what libcni and the plugin put before it, or all that was said of a load: what a rule looks at."""
    verb: str = ""
    """ADD, DEL, CHECK, GC, STATUS, VERSION, or «load» while the configuration is loaded; empty: not said."""
    plugin: str = ""
    """The type of the innermost plugin that is named."""
    entry: str = ""
    """The plugin entry's own name."""
    through: tuple[str, ...] = ()
    """The plugins that ran it, the outermost first, where it is a delegate."""
    network: str = ""
    container_id: str = ""
    pod: str = ""
    namespace: str = ""
    kinds: tuple[str, ...] = ()
    """The kinds of fault that the text can speak of, the likeliest first; none: it says of no kind."""
    layers: tuple[Layer, ...] = ()
    """From the outermost to the innermost."""
    runtime: str = ""
    """containerd, CRI-O, dockershim …, where a layer shows which."""
    ended: str = ""
    """How the plugin's process ended, in words."""
    cause: str = ""
    """The likely cause in one sentence."""
    next_step: str = ""
    """A command to run next."""
    advice: str = ""
    """What to do where a command does not say it."""
    notes: tuple[str, ...] = ()
    """What the runtime does in such a case, and one would not expect."""
    is_error: bool = True
    """Whether anything is wrong at all."""
    follows: bool = False
    """Whether it only follows from another error."""
    is_cleanup: bool = False
    """Whether it comes from the clean-up after a failure."""
    count: int = 1
    """How often it was said."""
    attempts: int = 0
    """How many sandboxes it was said of, where they are named."""
    pods: tuple[str, ...] = ()
    """Of which pods it was said, «namespace/pod»; the first ones."""
    first: str = ""
    last: str = ""

    @property
    def kind(self) -> str:
        """The likeliest kind, or empty."""
        return self.kinds[0] if self.kinds else ""

    @property
    def symptom(self) -> Symptom:
        """The same for the rules."""
        return Symptom(
            text=self.message or self.error,
            verb=self.verb if self.verb in _VERBS else "",
            plugin=self.plugin,
            network=self.network,
            container_id=self.container_id,
            kind=self.kind,
        )
