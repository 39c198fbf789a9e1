"""A template of a text that one layer writes: the words that are always the same, and what stands between them.

Templates are written as the texts read: `failed to setup network for sandbox "{id}": {E}`. A field takes all up to the
character that stands behind it; `{E}` is the nested error, `{Q}` a nested text in quotes with something behind it,
`«a|b»` one of several, which may be nothing.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_TOKEN = re.compile(r"\{(\w+)\}|«([^»]*)»|(\s+)|(.)", re.DOTALL)
_PASS_ON = ("kubelet", "CRI", "containerd", "CRI-O", "dockershim", "Multus", "nerdctl", "Nomad")
_LONGEST = 300
"""Characters of a field: hostile texts are long, and names are not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """What one layer says, what that means, and what it tells of the fault."""

    who: str
    """The layer that says it: kubelet, containerd, libcni …; «plugin» stands for the plugin that the text names."""
    pattern: re.Pattern[str]
    means: str
    """In plain words, with fields in braces."""
    opens: bool = False
    """Whether a quoted text begins where the pattern ends."""
    verb: str = ""
    kinds: tuple[str, ...] = ()
    """The kinds of fault that it speaks of, the likeliest first. Of a layer around others: where they tell of none."""
    within: Mapping[str, str] = field(default_factory=dict)
    """Kinds that mean another one inside of this layer."""
    empty: tuple[str, ...] = ()
    """The kinds where there is nothing inside of this layer."""
    ended: str = ""
    """How the plugin's process ended, where this tells it."""
    is_error: bool = True
    follows: bool = False
    """Whether it only follows from another fault: the runtime that waits, the name that is taken."""
    is_cleanup: bool = False
    """Whether what is inside comes from the clean-up after a failure."""

    @property
    def is_envelope(self) -> bool:
        """Whether it only passes on what another said: who asked for what, of which pod, link or network."""
        return self.verb != "load" and (self.who in _PASS_ON or self.pattern.pattern.startswith("plugin\\s"))

    @property
    def is_wrapper(self) -> bool:
        """Whether another error is inside."""
        return self.opens or "inner" in self.pattern.groupindex


def says(
    who: str,
    form: str,
    means: str,
    *kinds: str,
    verb: str = "",
    within: Mapping[str, str] | None = None,
    empty: tuple[str, ...] = (),
    ended: str = "",
    is_error: bool = True,
    follows: bool = False,
    is_cleanup: bool = False,
) -> Template:
    """A template from its written form."""
    return Template(
        who=who,
        pattern=re.compile(_regex(form.removesuffix("{Q}")), re.DOTALL),
        means=means,
        opens=form.endswith("{Q}"),
        verb=verb,
        kinds=kinds,
        within=within or {},
        empty=empty,
        ended=ended,
        is_error=is_error,
        follows=follows,
        is_cleanup=is_cleanup,
    )


def _regex(form: str) -> str:
    parts: list[str] = []
    for token in _TOKEN.finditer(form):
        name, choice, space, char = token.groups()
        if name:
            parts.append(_field(name, _behind(form[token.end() :])))
        elif choice is not None:
            parts.append(f"(?:{'|'.join(map(_regex, choice.split('|')))})")
        else:
            parts.append(r"\s+" if space else re.escape(char))
    return "".join(parts)


def _behind(form: str) -> str:
    """The characters that can stand behind a field."""
    if not form.startswith("«"):
        return form[:1]
    choice, _, rest = form[1:].partition("»")
    return "".join(each[:1] or rest[:1] for each in choice.split("|"))


def _field(name: str, behind: str) -> str:
    if name == "E":
        return "(?P<inner>.*)"
    if name == "namespace":  # of Kubernetes; a log's own brackets stand before it
        return r"(?P<namespace>[\w.-]{0,253})"
    if not behind:
        return f"(?P<{name}>\\S{{0,{_LONGEST}}})"
    stop = "".join(r"\s" if char.isspace() else re.escape(char) for char in behind)
    return f"(?P<{name}>[^{stop}]{{0,{_LONGEST}}})"
