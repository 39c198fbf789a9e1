"""Configuration, order, versions, environment."""

from traces.diagnosis.explain.faults.fault import fault

FAULTS = {
    "config/conf-vs-conflist": fault(
        "{file} holds a list of plugins and is read as one plugin, because of its extension",
        "grep -n '\"plugins\"' {file}",
        "Rename it to .conflist.",
    ),
    "config/invalid-json": fault("{file} is no valid JSON", "jq . {file}"),
    "config/json-cut-off": fault(
        "{file} ends in the middle, or is empty",
        "ls -l --time-style=full-iso {file}; jq . {file}",
    ),
    "config/invalid-json-partial-write": fault(
        "the runtime read the file while it was still being written ({event}); it may be whole by now",
        "jq . {file}; crictl info | grep lastCNILoadStatus",
        "An installer should write beside it and rename; touch the file to have it loaded again.",
    ),
    "config/refused": fault("{file} was refused", "cnistep doctor"),
    "config/missing-type": fault("{file} names no plugin type", "jq . {file}"),
    "config/no-name": fault("the configuration has no name", "jq .name {file}"),
    "config/no-plugins": fault("the list has no plugins", "jq .plugins {file}"),
    "config/no-plugin-name": fault(
        "an entry, or the ipam part that it delegates to, has an empty type",
        "grep -n '\"type\"' /etc/cni/net.d/*",
    ),
    "config/invalid-plugins": fault("plugins is no array of objects but {gotype}", "jq .plugins {file}"),
    "config/no-file": fault(
        "{dir} has no file that the runtime takes: the network's installer has not written it yet, or elsewhere",
        "ls -l {dir}; kubectl -n kube-system get pods -o wide",
    ),
    "config/network-not-found": fault("no file has a network named {network}", "grep -n '\"name\"' /etc/cni/net.d/*"),
    "config/not-loaded": fault(
        "the runtime has no network loaded; why, its load status says",
        "crictl info | grep lastCNILoadStatus; cnistep doctor",
    ),
    "config/same-name": fault(
        "two files have a network {network}; {file} sorts behind the other and is left out",
        "grep -n '\"name\"' /etc/cni/net.d/*",
    ),
    "config/invalid-stdin": fault("{plugin} can't read the configuration that it was given", "cnistep doctor"),
    "order/chained-plugin-first": fault(
        "{plugin} got no prevResult: it stands first in the chain, or alone, where one plugin before it must make the "
        "interface",
        "jq -c '[.plugins[]?.type]' /etc/cni/net.d/*",
        "portmap, bandwidth, firewall, tuning and sbr go behind a main plugin, in a .conflist.",
    ),
    "version/unsupported": fault(
        "{plugin} does not speak cniVersion {version}, which the network names",
        'echo \'{{"cniVersion":"1.0.0"}}\' | CNI_COMMAND=VERSION {plugin_path}',
        "Name a version that all plugins of the chain speak, or upgrade the plugin.",
    ),
    "version/missing-load": fault(
        "the configuration names no cniVersion, and this loader takes that as a version that {plugin} does not speak",
        "grep -Ln cniVersion /etc/cni/net.d/*",
        'Add "cniVersion" to the file; other runtimes accept it without.',
    ),
    "version/absent": fault("a cniVersion is missing", "grep -Ln cniVersion /etc/cni/net.d/*"),
    "version/prevresult-mismatch": fault(
        "the link before {plugin} answered in another version, or without cniVersion: that link is at fault, not "
        "{plugin}",
        "cnistep run {run} ADD",
        "Look at the stdout of the link before it.",
    ),
    "version/not-convertible": fault(
        "a plugin answered in a version that can't be put into the network's", "cnistep run {run} ADD"
    ),
    "version/runtime-too-old": fault(
        "the runtime's libcni does not know the result's version {quoted_version}",
        "crictl version",
        "Name an older cniVersion in the configuration, or upgrade the runtime.",
    ),
    "version/verb-not-supported": fault("the network's cniVersion, or the plugin's, is too old for {verb}"),
    "version/no-answer": fault("{plugin} gave no answer to VERSION", "CNI_COMMAND=VERSION {plugin_path} </dev/null"),
    "env/missing": fault("{plugin} was called without {variables}", "cnistep run {run} {verb}"),
    "env/unknown-command": fault("{plugin} does not know the verb {command}: it is too old"),
    "args/unknown-key": fault(
        "CNI_ARGS has a key that {plugin} refuses ({args}): it is one string for the whole chain",
        "cnistep run {run} {verb}",
        "Add IgnoreUnknown=1 to CNI_ARGS.",
    ),
    "args/malformed": fault("CNI_ARGS is not of the form KEY=VALUE;KEY=VALUE"),
    "multus/definition-missing": fault(
        "the pod asks for the NetworkAttachmentDefinition {definition}, which is not in the namespace {definition_ns}",
        "kubectl -n {definition_ns} get network-attachment-definitions",
    ),
    "multus/definition-invalid": fault(
        "the CNI configuration in the NetworkAttachmentDefinition is no valid JSON",
        "kubectl -n {namespace} get network-attachment-definitions -o yaml",
    ),
    "multus/delegates-not-loaded": fault(
        "Multus could not find out which networks the pod asks for",
        "kubectl -n {namespace} get pod {pod} -o yaml | grep k8s.v1.cni.cncf.io/networks",
    ),
}
