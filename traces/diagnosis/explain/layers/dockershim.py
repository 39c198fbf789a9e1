"""What dockershim, cri-dockerd and kubelet's own CNI (before 1.24) write; often two errors in one text."""

from traces.diagnosis.explain.template import says

_WHO = "dockershim"

TEMPLATES = (
    says(
        _WHO,
        'failed to set up sandbox container "{id}" network for pod "{pod}": {E}',
        "dockershim attached the sandbox to its network",
        verb="ADD",
    ),
    says(
        _WHO,
        'failed to clean up sandbox container "{id}" network for pod "{pod}": {E}',
        "the clean-up DEL after the failed ADD failed too; it goes from the last link, so this may be another link",
        verb="DEL",
        is_cleanup=True,
    ),
    says(
        _WHO,
        '«n|N»etworkPlugin cni failed to set up pod "{pod_ns}" network: {E}',
        "the pod was attached to its network",
        verb="ADD",
    ),
    says(
        _WHO,
        '«n|N»etworkPlugin cni failed to teardown pod "{pod_ns}" network: {E}',
        "the pod was taken off its network",
        verb="DEL",
    ),
    says(
        _WHO,
        '«n|N»etworkPlugin cni failed on the status hook for pod "{pod_ns}": {E}',
        "dockershim looked for the pod's address in its namespace",
        "netns/gone",
    ),
    says(
        _WHO,
        "Error adding {ns_pod}/{id} to network {cni_net}: {E}",
        "the pod was attached to its network",
        verb="ADD",
    ),
    says(
        _WHO,
        "Error deleting {ns_pod}/{id} from network {cni_net}: {E}",
        "the pod was taken off its network",
        verb="DEL",
    ),
    says(
        _WHO,
        "network plugin is not ready: {E}",
        "dockershim has no network yet",
        "config/not-loaded",
        verb="load",
    ),
    says(
        _WHO,
        "cni config uninitialized",
        "no network is loaded: an earlier line says why the file was not taken, or there is none",
        "config/not-loaded",
        verb="load",
        follows=True,
    ),
    says(
        _WHO,
        "«N|n»o «valid |»networks found in {dir}",
        "the configuration folder has no file that it takes",
        "config/no-file",
        verb="load",
    ),
    says(
        _WHO,
        'annot find network namespace for the terminated container "{id}"',
        "the container is gone, and its namespace with it: a DEL follows with an empty CNI_NETNS",
        "netns/gone",
        verb="DEL",
        follows=True,
    ),
)
