"""What containerd and go-cni write (containerd internal/cri/server, containerd/go-cni)."""

from traces.diagnosis.explain.template import says

_WHO = "containerd"
_ADD = "containerd attached the sandbox to its network"
_DEL = "containerd took the sandbox off its network"
_LOAD = "containerd loads its configuration folder"
_FILE = "this is the file that stopped the load"
_POD = "&PodSandboxMetadata{Name:{pod},Uid:{uid},Namespace:{namespace},Attempt:{attempt},}"

TEMPLATES = (
    says(_WHO, f"RunPodSandbox for {_POD} failed, error: {{E}}", "the request for a sandbox failed", verb="ADD"),
    says(_WHO, 'StopPodSandbox for "{id}" failed: {E}', "the request to stop the sandbox failed", verb="DEL"),
    says(_WHO, 'failed to set«up| up» network for sandbox "{id}": {E}', _ADD, verb="ADD"),
    says(_WHO, '«f|F»ailed to destroy network for sandbox "{id}": {E}', _DEL, verb="DEL"),
    says(
        _WHO,
        '«f|F»ailed to destroy network for sandbox "{id}" and ignoring because the sandbox network setup result is nil '
        "indicating the network setup never completed: {E}",
        "the clean-up after a failed ADD failed too, and containerd dropped that error: what ADD made stays",
        verb="DEL",
        is_cleanup=True,
    ),
    says(
        _WHO,
        '«f|F»ailed to destroy network for sandbox "{id}"; and ignoring because the sandbox network setup result is '
        "nil "
        "indicating the network setup never completed«: |»{E}",
        "the clean-up after a failed ADD failed too, and containerd dropped that error: what ADD made stays",
        "del/error-dropped",
        verb="DEL",
        is_cleanup=True,
    ),
    says(_WHO, '«f|F»ailed to destroy network for sandbox "{id}"', _DEL, "del/unknown-error", verb="DEL"),
    says(
        _WHO,
        'failed to find network info for sandbox "{id}"',
        "the chain succeeded, and its result has no address on the interface that was asked for",
        "prevresult/eth0-dropped",
        verb="ADD",
    ),
    says(
        _WHO, 'failed to «create|remove» network namespace for sandbox "{id}": {E}', "the namespace", "netns/not-made"
    ),
    says(_WHO, "failed to check network namespace closed: {E}", "containerd looked whether the namespace is gone"),
    says(_WHO, "unable to set lo to up: {E}", "containerd sets up loopback itself", "link/loopback", verb="ADD"),
    says(
        _WHO,
        "failed to reload cni configuration after receiving fs change event({event}): {E}",
        "a file in the folder changed, and containerd loaded it at once",
        verb="load",
        within={
            "config/invalid-json": "config/invalid-json",
            "config/json-cut-off": "config/invalid-json-partial-write",
        },
    ),
    says(_WHO, "cni config load failed: {E}", _LOAD, "config/not-loaded", verb="load"),
    says(
        _WHO,
        "failed to load CNI config «list |»file {file}: {E}: invalid cni config",
        _FILE,
        "config/refused",
        verb="load",
    ),
    says(_WHO, "failed to load CNI config «list |»file {file}: {E}", _FILE, "config/refused", verb="load"),
    says(
        _WHO,
        "network type not found in {file}: invalid cni config",
        "the file names no plugin",
        "config/missing-type",
        verb="load",
    ),
    says(
        _WHO,
        "CNI config list in config file {file} has no networks, skipping",
        "the file's list of plugins is empty",
        "config/no-plugins",
        verb="load",
    ),
    says(
        _WHO,
        "no network config found in {dir}: cni plugin not initialized",
        "the configuration folder has no file that it takes",
        "config/no-file",
        verb="load",
    ),
    says(
        _WHO,
        "cni «plugin|config» not initialized",
        "no network is loaded: the load itself failed earlier, see crictl info, lastCNILoadStatus",
        "config/not-loaded",
        verb="load",
        follows=True,
    ),
    says(
        _WHO,
        'failed to reserve sandbox name "{sandbox}": name "{sandbox2}" is reserved for "{id}"',
        "an earlier request for the same pod still runs",
        "timeout/name-reserved",
        verb="ADD",
        follows=True,
    ),
)
