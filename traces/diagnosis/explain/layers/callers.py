"""What callers of libcni outside of Kubernetes write: nerdctl, Nomad, podman, cnitool."""

from traces.diagnosis.explain.template import says

TEMPLATES = (
    says("nerdctl", "failed to call cni.Setup: {E}", "nerdctl attached the container", verb="ADD"),
    says("nerdctl", "failed to call cni.Remove: {E}", "nerdctl took the container off its network", verb="DEL"),
    says("Nomad", "failed to configure network: {E}", "Nomad attached the allocation", verb="ADD"),
    says("Nomad", "failed to configure networking for alloc: {E}", "Nomad attached the allocation", verb="ADD"),
    says("Nomad", "failed to configure bridge network: {E}", "Nomad attached the allocation", verb="ADD"),
    says(
        "podman",
        'CNI network "{network}" not found',
        "no file of the configuration folder has that network",
        "config/network-not-found",
    ),
)
