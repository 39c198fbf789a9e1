"""CNI_ARGS as a plugin loads them into the names that it knows (libcni, pkg/types/args.go)."""

from collections.abc import Mapping

from traces.cni.goquote import quote
from traces.simulate.ask import Ask
from traces.simulate.plugin_error import PluginError

_TRUE, _FALSE = ("1", "true"), ("0", "false")


def load_args(ask: Ask, *known: str) -> Mapping[str, str]:
    """What CNI_ARGS give for the names that the plugin knows.

    Raises PluginError where an entry is no K=V, or where a name is unknown and IgnoreUnknown isn't set.
    """
    text = ask.environ.get("CNI_ARGS", "")
    found: dict[str, str] = {}
    unknown: list[str] = []
    for pair in text.split(";") if text else ():
        words = pair.split("=")
        if len(words) != 2:
            raise PluginError(f"ARGS: invalid pair {quote(pair)}")
        if words[0] in known or words[0] == "IgnoreUnknown":
            found[words[0]] = words[1]
        else:
            unknown.append(pair)
    ignores_unknown = _ignores_unknown(found)
    if unknown and not ignores_unknown:
        raise PluginError(f"ARGS: unknown args [{' '.join(quote(pair) for pair in unknown)}]")
    return found


def bad_arg(name: str, value: str, why: str) -> PluginError:
    """The error about an entry whose value can't be read."""
    return PluginError(f"ARGS: error parsing value of pair {quote(f'{name}={value}')}: {why}")


def _ignores_unknown(found: Mapping[str, str]) -> bool:
    value = found.get("IgnoreUnknown", "0")
    if value.lower() not in (*_TRUE, *_FALSE):
        raise bad_arg("IgnoreUnknown", value, f"boolean unmarshal error: invalid input {value.lower()}")
    return value.lower() in _TRUE
