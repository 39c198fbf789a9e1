"""What runtimes and libcni do in such a case that one would not expect (libcni/api.go, containerd, go-cni, CRI-O)."""

from collections.abc import Callable, Iterator, Sequence

from traces.diagnosis.explain.explanation import Explanation

_Tells = Callable[[Explanation], bool]

_NOTES: Sequence[tuple[_Tells, str]] = (
    (
        lambda it: it.is_cleanup and it.runtime == "containerd",
        "containerd drops this error because ADD never completed, and does not come back to it: what the links before "
        "this one made stays, and every retry makes it again.",
    ),
    (
        lambda it: it.is_cleanup and it.runtime != "containerd",
        "This is the clean-up DEL after the failed ADD. It goes from the last link and stops at the first error, so it "
        "may name another link than the ADD did.",
    ),
    (
        lambda it: it.verb == "DEL" and bool(it.plugin) and not it.is_cleanup,
        "DEL goes from the last link and stops at the first error: the links before {plugin} were not called. The "
        "caller "
        "tries again, with the same outcome as long as {plugin} fails.",
    ),
    (
        lambda it: it.verb == "ADD" and it.runtime == "containerd" and it.kind.startswith(("binary/", "exec/")),
        "If {plugin} is not the first link, the clean-up DEL stops at it too, containerd drops that error, and what "
        "the "
        "links before it made leaks at every retry: addresses run out.",
    ),
    (
        lambda it: (
            it.verb == "ADD" and it.runtime == "containerd" and not it.plugin and not it.kind.startswith("config/")
        ),
        "containerd attaches loopback and the default network at the same time and gives only the first error: this "
        "may "
        "be loopback's.",
    ),
    (
        lambda it: it.verb in ("CHECK", "STATUS") and not it.plugin,
        "libcni does not say which link failed a {verb}: run it link by link (cnistep run CONF {verb}).",
    ),
    (
        lambda it: it.verb == "DEL" and it.runtime == "containerd",
        "containerd takes pods down with the configuration of now, not with the one that ADD used.",
    ),
    (
        lambda it: it.verb == "DEL" and it.runtime == "CRI-O" and it.kind != "cache/missing",
        "CRI-O takes pods down with the configuration, arguments and capabilities that it cached at ADD.",
    ),
    (
        lambda it: it.verb == "load" and it.runtime == "containerd" and it.kind.startswith(("config/", "version/")),
        "One bad file early in the sort order stops containerd's whole load; CRI-O and kubelet would skip it.",
    ),
    (
        lambda it: it.runtime != "containerd" and any(layer.who == "loader" for layer in it.layers),
        "CRI-O, podman and kubelet skip a file that they refuse and take the next one, which may be another network; "
        "containerd would stop there.",
    ),
    (
        lambda it: it.kind in ("del/never-executed", "timeout/never-executed"),
        "It reads like a failure of the plugin. A plugin that was started and then stopped would read «signal: "
        "killed».",
    ),
    (
        lambda it: "output/log-noise" in it.kinds and it.ended.startswith("not 0"),
        "libcni throws the plugin's stderr away once there is anything on stdout.",
    ),
    (
        lambda it: it.kind == "link/bridge-address-race",
        "Plugins before 0.8 could not bear two calls that set up the same bridge at once; a retry mostly helps.",
    ),
    (
        lambda it: it.kind == "exec/text-file-busy",
        "libcni tries again for a few seconds; after that an error without text is all that is left.",
    ),
    (
        lambda it: it.runtime == "CRI-O" and it.kind == "runtime/hostport",
        "CRI-O passes no portMappings to the chain: portmap has nothing to do there.",
    ),
)


def notes_of(explanation: Explanation) -> tuple[str, ...]:
    """What is worth knowing of it, each in a sentence or two."""
    return tuple(_notes(explanation))


def _notes(explanation: Explanation) -> Iterator[str]:
    plugin = explanation.through[0] if explanation.through else explanation.plugin
    for tells, text in _NOTES:
        if explanation.is_error and tells(explanation):
            yield text.replace("{plugin}", plugin or "the plugin").replace("{verb}", explanation.verb)
