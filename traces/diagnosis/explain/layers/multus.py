"""What Multus writes, thin and thick: one level more, with a network and a plugin of its own below it."""

from traces.diagnosis.explain.template import says

_WHO = "Multus"
_ADD = "Multus attached the pod to one of its networks"
_DEL = "Multus took the pod off one of its networks"
_LIST = "Multus ran a whole chain of plugins"
_PODS = "Multus looked for the networks that the pod asks for"

TEMPLATES = (
    says(_WHO, "CmdAdd (shim): {E}", "the shim handed the request to the Multus daemon", verb="ADD"),
    says(_WHO, "CmdDel (shim): {E}", "the shim handed the request to the Multus daemon", verb="DEL"),
    says(_WHO, "CNI request failed with status {status}: {Q}", "a daemon answered its thin plugin on the node"),
    says(
        _WHO,
        "«&{{request}} |»ERRORED: error configuring pod [{namespace}/{pod}] networking: {E}",
        "the Multus daemon set up the pod",
        verb="ADD",
    ),
    says(_WHO, "Multus: [{namespace}/{pod}«/{uid}|»]: {E}", "Multus worked on this pod"),
    says(_WHO, "[{namespace}/{pod}«/{uid}|»:{network}]: {E}", "Multus worked on this network of the pod"),
    says(_WHO, 'error adding container to network "{network}": {E}', _ADD, verb="ADD"),
    says(_WHO, '«Multus: |»Err adding pod to network "{network}": {E}', _ADD, verb="ADD"),
    says(_WHO, 'delegateAdd: error invoking «DelegateAdd|confAdd» - "{type}": {E}', _ADD, verb="ADD"),
    says(_WHO, 'delegateAdd: error invoking «ConflistAdd|conflistAdd» - "{network}": {E}', _LIST, verb="ADD"),
    says(_WHO, '«Multus: |»error in invoke Delegate add - "{type}": {E}', _ADD, verb="ADD"),
    says(_WHO, '«Multus: |»error in invoke Conflist add - "{network}": {E}', _LIST, verb="ADD"),
    says(_WHO, '«Multus: |»error in invoke Delegate del - "{type}": {E}', _DEL, verb="DEL"),
    says(_WHO, '«Multus: |»error in invoke Conflist «D|d»el - "{network}": {E}', _LIST, verb="DEL"),
    says(_WHO, 'delegateDel: error invoking «DelegateDel|confDel» - "{type}": {E}', _DEL, verb="DEL"),
    says(_WHO, 'delegateDel: error invoking ConflistDel - "{network}": {E}', _LIST, verb="DEL"),
    says(_WHO, "conflist«Add|Del»: {E}", _LIST),
    says(_WHO, "error in getting result from AddNetwork«List|»: {E}", "libcni ran it for Multus", verb="ADD"),
    says(_WHO, "error in getting result from DelNetwork«List|»: {E}", "libcni ran it for Multus", verb="DEL"),
    says(_WHO, "Err in tearing down failed plugins: {E}", "the clean-up", verb="DEL", is_cleanup=True),
    says(
        _WHO,
        "error loading k8s delegates k8s args: {E}",
        _PODS,
        "multus/delegates-not-loaded",
    ),
    says(_WHO, "TryLoadPodDelegates: {E}", _PODS, "multus/delegates-not-loaded"),
    says(_WHO, "GetNetworkDelegates: «failed getting the delegate: |»{E}", _PODS, "multus/delegates-not-loaded"),
    says(
        _WHO,
        "failed to unmarshal Spec.Config: {E}",
        "the NetworkAttachmentDefinition holds a CNI configuration as text",
        "multus/definition-invalid",
        within={"output/log-noise": "multus/definition-invalid", "output/exit0-empty": "multus/definition-invalid"},
    ),
    says(
        _WHO,
        "cannot find «get |»a network-attachment-definition ({definition}) in namespace ({definition_ns})",
        "the pod asks for a definition that is not there",
        "multus/definition-missing",
    ),
    says(
        _WHO,
        "No networks found in {dir}",
        "the configuration folder, as the Multus daemon sees it, is empty",
        "config/no-file",
    ),
    says(
        _WHO,
        "error reading the delegates: {E}",
        "Multus keeps a list of its own of what it attached, and can't read it",
        "cache/delegate-cache-missing",
        verb="DEL",
    ),
)
