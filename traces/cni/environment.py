"""The environment that a plugin is given (libcni pkg/invoke/args.go)."""

from collections.abc import Iterable, Mapping, Sequence

from traces.model.network import Attachment


def plugin_environment(
    verb: str, attachment: Attachment | None, plugin_dirs: Sequence[str], base: Iterable[str] = ()
) -> tuple[str, ...]:
    """The whole environment of a call: the runtime's own with the CNI_* variables over it.

    Without an attachment (GC, STATUS) the variables about one are there and empty.
    """
    path = ":".join(plugin_dirs)
    if attachment is None:
        return _over(base, _variables(verb, "", "", "", "", path))
    arguments = ";".join("=".join(pair) for pair in attachment.args)
    container, netns, ifname = attachment.container_id, attachment.netns, attachment.ifname
    return _over(base, _variables(verb, container, netns, arguments, ifname, path))


def version_environment(base: Iterable[str] = ()) -> tuple[str, ...]:
    """The environment of a VERSION call: stand-ins that plugins built on an old skel insist on (GetVersionInfo)."""
    return _over(base, _variables("VERSION", "", "dummy", "", "dummy", "dummy"))


def _variables(verb: str, container: str, netns: str, arguments: str, ifname: str, path: str) -> dict[str, str]:
    return {
        "CNI_COMMAND": verb,
        "CNI_CONTAINERID": container,
        "CNI_NETNS": netns,
        "CNI_ARGS": arguments,
        "CNI_IFNAME": ifname,
        "CNI_PATH": path,
    }


def _over(base: Iterable[str], variables: Mapping[str, str]) -> tuple[str, ...]:
    """Later values win; entries that are no NAME=VALUE come first, as they are (dedupEnv).

    Go's order is that of a map, by chance; ours keeps the runtime's order, with the CNI_* variables at the end.
    """
    odd: list[str] = []
    values: dict[str, str] = {}
    for entry in base:
        name, equals, value = entry.partition("=")
        if not equals:
            odd.append(entry)
        elif name not in variables:
            values[name] = value
    return (*odd, *(f"{name}={value}" for name, value in (values | dict(variables)).items()))
