"""What is said of programs that plugins run themselves (iptables, nft, ip), and of what they leave unfound."""

from traces.diagnosis.explain.template import says

_WHO = "plugin"
_NOT_FOUND = "the plugin runs another program, which is in no folder of its PATH"

TEMPLATES = (
    says(
        _WHO,
        "running [{command}]: exit status",
        "the plugin ran a command for its rules, and that failed",
        "firewall/command-failed",
    ),
    says(
        _WHO,
        'exec: "{helper}": executable file not found in',
        _NOT_FOUND,
        "exec/helper-missing",
    ),
    says(
        "nerdctl",
        'needs CNI plugin "{type}" to be installed in CNI_PATH ("{dirs}")',
        "a plugin that the network needs is not there",
        "binary/missing",
    ),
    says(
        _WHO,
        'failed to lookup master "{ifname}": ',
        "the interface of the host that the pod's one is made on is not there",
        "link/master-missing",
    ),
    says(
        _WHO,
        "unable to create veth pair: file exists",
        "an interface of that name is there already",
        "link/name-exists",
    ),
)
