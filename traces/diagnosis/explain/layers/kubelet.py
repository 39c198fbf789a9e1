"""What kubelet writes around a runtime's answer, in events and in its log; it never names the plugin itself."""

from traces.diagnosis.explain.template import says

_WHO = "kubelet"
_CREATE = "kubelet asked the runtime for a pod sandbox"
_KILL = "kubelet asked the runtime to remove a pod sandbox"

TEMPLATES = (
    says(_WHO, "(combined from similar events): {E}", "kubelet folded events that differ only a little"),
    says(_WHO, "Failed «to |»create pod sandbox: {E}", _CREATE, verb="ADD"),
    says(_WHO, "error killing pod: {E}", _KILL, verb="DEL"),
    says(_WHO, 'failed to "KillPodSandbox" for "{uid}" with KillPodSandboxError: {Q}', _KILL, verb="DEL"),
    says(
        _WHO, 'failed to "CreatePodSandbox" for "{pod_ns}({uid})" with CreatePodSandboxError: {Q}', _CREATE, verb="ADD"
    ),
    says(_WHO, 'failed to "CreatePodSandbox" for "{pod_ns}" with CreatePodSandboxError: {Q}', _CREATE, verb="ADD"),
    says(_WHO, "RunPodSandbox from runtime service failed: {E}", _CREATE, verb="ADD"),
    says(_WHO, "«Failed to create|CreatePodSandbox» «sandbox |»for pod: {E}", _CREATE, verb="ADD"),
    says(_WHO, 'Failed to create sandbox for pod "{pod_ns}({uid})«"|" »: {E}', _CREATE, verb="ADD"),
    says(_WHO, "«c|C»reatePodSandbox for pod failed: {E}", _CREATE, verb="ADD"),
    says(_WHO, '«c|C»reatePodSandbox for pod "{pod_ns}({uid})" failed: {E}', _CREATE, verb="ADD"),
    says(_WHO, '«c|C»reatePodSandbox for pod "{pod_ns}" failed: {E}', _CREATE, verb="ADD"),
    says(_WHO, "StopPodSandbox «from |»runtime service failed: {E}", _KILL, verb="DEL"),
    says(_WHO, 'StopPodSandbox "{id}" from runtime service failed: {E}', _KILL, verb="DEL"),
    says(_WHO, "Failed to stop sandbox: {E}", _KILL, verb="DEL"),
    says(_WHO, 'Failed to stop sandbox "{id}" before removing: {E}', _KILL, verb="DEL"),
    says(_WHO, "killPodWithSyncResult failed: {E}", _KILL, verb="DEL"),
    says(_WHO, "Error syncing pod, skipping: {E}", "kubelet gives up for now, and will try again"),
    says(
        _WHO, 'Error syncing pod {uid} ("{pod_ns}({uid2})"), skipping: {E}', "kubelet gives up for now, and tries again"
    ),
    says(_WHO, "Error syncing pod {uid}, skipping: {E}", "kubelet gives up for now, and will try again"),
    says(
        _WHO,
        "Pod sandbox changed, it will be killed and re-created",
        "the sandbox died, or was never whole: kubelet makes a new one; the error before it says why",
        follows=True,
    ),
    says(_WHO, "«c|C»ontainer runtime network not ready: {E}", "the node is NotReady until the runtime has a network"),
    says(_WHO, "runtime network not ready: {E}", "the node is NotReady until the runtime has a network"),
    says(
        _WHO,
        "NetworkReady=false reason:{reason} message:{E}",
        "the runtime says that its network is not ready",
        "status/daemon-down",
        verb="STATUS",
    ),
    says(
        _WHO,
        "NetworkReady=false: {E}",
        "the runtime says that its network is not ready",
        "status/daemon-down",
        verb="STATUS",
    ),
    says(
        "containerd",
        "Network plugin returns error: {E}",
        "the runtime asked its network for its status",
        "status/daemon-down",
        verb="STATUS",
    ),
    says(_WHO, "Unable to update cni config: {E}", "kubelet (dockershim) loads the configuration", verb="load"),
    says("CRI", "rpc error: code = {code} desc = {E}", "the runtime's answer to kubelet"),
)
