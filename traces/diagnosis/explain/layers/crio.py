"""What CRI-O and ocicni write (cri-o server/sandbox_network.go, ocicni pkg/ocicni)."""

from traces.diagnosis.explain.template import says

_WHO = "CRI-O"
_ADD = "CRI-O attached the pod to its network"
_DEL = "CRI-O took the pod off its network"

TEMPLATES = (
    says(_WHO, "failed to create pod network sandbox {crio_name}({id}): {E}", _ADD, verb="ADD"),
    says(_WHO, 'error adding pod {ns_pod} to CNI network "{network}": {E}', _ADD, verb="ADD"),
    says(_WHO, "failed to destroy network for pod sandbox {crio_name}({id}): {E}", _DEL, verb="DEL"),
    says(_WHO, 'error removing pod {ns_pod} from CNI network "{network}": {E}', _DEL, verb="DEL"),
    says(
        _WHO,
        "failed to get network status for pod sandbox {crio_name}({id}): {E}",
        "CRI-O asks for a CHECK right after ADD",
        verb="CHECK",
    ),
    says(_WHO, 'error checking pod {ns_pod} for CNI network "{network}": {E}', "CRI-O checked the pod", verb="CHECK"),
    says(
        _WHO,
        "failed to add hostport mapping for sandbox {crio_name}({id}): {E}",
        "CRI-O maps host ports itself, outside of the chain",
        "runtime/hostport",
        verb="ADD",
    ),
    says(
        _WHO,
        "«E|e»rror loading cached network config: {E}",
        "the configuration that ADD used is not in the cache; CRI-O takes the one of now",
        "cache/missing",
        verb="DEL",
    ),
    says(
        _WHO,
        "«F|f»alling back to loading from existing plugins on disk",
        "CRI-O takes the configuration of now, since the cached one can't be had",
        "cache/missing",
        verb="DEL",
        follows=True,
    ),
    says(
        _WHO,
        'network «"{network}"|{network2}» not found in CNI cache',
        "the cache has nothing of this network for the pod",
        "cache/missing",
    ),
    says(_WHO, "failed to find requested network name {network}", "no file has it", "config/network-not-found"),
    says(_WHO, "Error while GCing network {network}: {E}", "CRI-O asked for a GC", verb="GC"),
    says(_WHO, "Error adding network: {E}", _ADD, verb="ADD"),
    says(_WHO, 'Error while adding pod to CNI network "{network}": {E}', _ADD, verb="ADD"),
    says(_WHO, "Error deleting network: {E}", _DEL, verb="DEL"),
    says(_WHO, 'Error while removing pod from CNI network "{network}": {E}', _DEL, verb="DEL"),
    says(
        _WHO,
        "Kubelet may be retrying requests that are timing out in CRI-O due to system load«: {E}|»",
        "an earlier request for the same pod still runs",
        "timeout/name-reserved",
        within={"timeout/deadline": "timeout/name-reserved"},
        follows=True,
    ),
    says(
        _WHO,
        "error reserving «pod|ctr» name {crio_name} for id {id}",
        "an earlier request for the same pod still runs",
        "timeout/name-reserved",
    ),
)
