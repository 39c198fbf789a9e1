"""What is said of the pod's network namespace (plugins pkg/ns, cilium)."""

from traces.diagnosis.explain.template import says

_WHO = "plugin"
_GONE = {"netns/no-such-file": "netns/gone"}
_EMPTY = "CNI_NETNS is empty, which the specification allows on DEL, and the plugin opens it all the same"

TEMPLATES = (
    says(_WHO, '«failed to|could not» open netns "{netns}": {E}', "it enters the pod's namespace", "netns/gone"),
    says(_WHO, "cannot get netns {netns}: {E}", "it enters the pod's namespace", "netns/gone"),
    says(_WHO, 'failed to Statfs "{netns}": {E}', "it looks whether that is a namespace", "netns/gone"),
    says(
        _WHO,
        'unknown FS magic on "{netns}": {magic}',
        "the path holds a plain file, not a namespace, where the process that opens it looks",
        "netns/unknown-fs-magic",
    ),
    says(_WHO, "opening netns pinned at : ", _EMPTY, "netns/gone-empty-path"),
    says(_WHO, 'netns path ""', _EMPTY, "netns/gone-empty-path"),
    says(_WHO, 'failed to open netns "": ', _EMPTY, "netns/gone-empty-path"),
)
