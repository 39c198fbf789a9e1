"""What libcni and skel say of configuration and of what a plugin was called with (libcni/conf.go, pkg/skel)."""

from traces.diagnosis.explain.template import says

_WHO = "libcni"
_JSON = {"output/exit0-empty": "config/json-cut-off", "output/log-noise": "config/invalid-json"}
_STDIN = {"output/exit0-empty": "config/invalid-stdin", "output/log-noise": "config/invalid-stdin"}

TEMPLATES = (
    says(
        _WHO,
        "error parsing configuration: missing 'type'",
        "the file was read as one plugin, by its extension, and has no type",
        "config/conf-vs-conflist",
        verb="load",
    ),
    says(_WHO, "error parsing configuration list: {E}", "the file was read as a list", verb="load", within=_JSON),
    says(_WHO, "error parsing configuration: {E}", "the file was read as one plugin", verb="load", within=_JSON),
    says(_WHO, "failed to parse plugin config {index}: {E}", "this entry of the list", verb="load", within=_JSON),
    says(_WHO, "error parsing configuration list: no name", "the list has no name", "config/no-name", verb="load"),
    says(
        _WHO,
        "error parsing configuration list: no plugins in list",
        "the list has no plugin",
        "config/no-plugins",
        verb="load",
    ),
    says(
        _WHO,
        "invalid 'plugins' type {gotype}",
        "plugins has to be an array of objects",
        "config/invalid-plugins",
        verb="load",
    ),
    says(_WHO, "no plugin configs found", "the list has no plugin", "config/no-plugins", verb="load"),
    says(
        _WHO,
        'no net configuration with name "{network}" in {dir}',
        "no file of the folder has that network",
        "config/network-not-found",
        verb="load",
    ),
    says(
        "plugin",
        "required env variables [{variables}] missing",
        "the plugin was called without them",
        "env/missing",
    ),
    says("plugin", "missing network name", "the configuration on stdin has no name", "config/no-name"),
    says("plugin", "error unmarshall network config: {E}", "stdin is no JSON", "config/invalid-stdin", within=_STDIN),
    says("plugin", "failed to parse config: {E}", "the plugin read stdin", "config/invalid-stdin", within=_STDIN),
    says("plugin", "failed to load netconf: {E}", "the plugin read stdin", "config/invalid-stdin", within=_STDIN),
    says("plugin", "unknown CNI_COMMAND: {command}", "the plugin does not know that verb", "env/unknown-command"),
    says(
        "plugin",
        "plugin's netns and netns from CNI_NETNS should not be the same",
        "the plugin was to work in the host's own namespace",
        "netns/host",
    ),
    says(
        "plugin",
        'ARGS: unknown args ["{args}"',
        "CNI_ARGS has a key that this plugin does not know",
        "args/unknown-key",
    ),
    says(
        "plugin", 'ARGS: invalid key "{args}"', "CNI_ARGS has a key that this plugin does not know", "args/unknown-key"
    ),
    says("plugin", "ARGS: invalid pair {args}", "CNI_ARGS is not KEY=VALUE;KEY=VALUE", "args/malformed"),
    says(
        "JSON",
        "unexpected end of JSON input",
        "the JSON ends too early, or there is nothing",
        "output/exit0-empty",
    ),
    says(
        "JSON", "invalid character {char} ", "there is something that is not the one JSON document", "output/log-noise"
    ),
    says("JSON", "invalid character", "there is something that is not the one JSON document", "output/log-noise"),
)
