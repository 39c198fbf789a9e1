"""What libcni writes around a plugin's error, and of plugins that it can't find (libcni/api.go, pkg/invoke)."""

from traces.diagnosis.explain.template import says

_WHO = "libcni"
_MISSING = "no folder of CNI_PATH has a file of that name"

TEMPLATES = (
    says(_WHO, 'plugin type="{type}"« name="{entry}"|» failed (add): {E}', "this link of the chain failed", verb="ADD"),
    says(
        _WHO,
        'plugin type="{type}"« name="{entry}"|» failed (delete): {E}',
        "this link failed; DEL goes from the last link, and those before it were not called",
        verb="DEL",
    ),
    says(_WHO, 'failed to find plugin "{type}" in path [{dirs}]', _MISSING, "binary/missing"),
    says(_WHO, "no plugin name provided", "the entry has an empty type", "config/no-plugin-name"),
    says(
        _WHO,
        'plugin {type} does not support config version ""',
        "the configuration names no cniVersion",
        "version/missing-load",
        verb="VERSION",
    ),
    says(
        _WHO,
        'plugin {type} does not support config version "{version}"',
        "the plugin does not speak the network's version",
        "version/unsupported",
        verb="VERSION",
    ),
    says(
        _WHO,
        "failed to detect CNI plugin version: name={type} error={Q}",
        "the plugin was asked for its versions",
        verb="VERSION",
    ),
    says(
        _WHO, "failed to GC plugin {type}: {E}", "this link's GC failed; the others were asked all the same", verb="GC"
    ),
    says(
        _WHO,
        "failed to delete stale attachment {id} {ifname}: {E}",
        "before GC libcni deletes what is cached and no longer valid",
        verb="GC",
    ),
    says(_WHO, "failed to generate configuration to GC plugin {type}: {E}", "this link's GC was not sent", verb="GC"),
    says(
        _WHO,
        'configuration version "{version}" does not support the CHECK command',
        "CHECK needs cniVersion 0.4.0",
        "version/verb-not-supported",
        verb="CHECK",
    ),
    says(
        _WHO,
        "config version does not allow CHECK",
        "CHECK needs cniVersion 0.4.0",
        "version/verb-not-supported",
        verb="CHECK",
    ),
    says(
        _WHO, "config version does not allow GC", "GC needs cniVersion 1.1.0", "version/verb-not-supported", verb="GC"
    ),
    says(
        _WHO,
        "config version does not allow STATUS",
        "STATUS needs cniVersion 1.1.0",
        "version/verb-not-supported",
        verb="STATUS",
    ),
    says(
        "plugin",
        "plugin version does not allow CHECK",
        "the plugin speaks no version that has CHECK",
        "version/verb-not-supported",
        verb="CHECK",
    ),
)
