"""What CRI-O (ocicni), podman and the kubelet of old write while they load their configuration folder."""

from traces.diagnosis.explain.template import says

_WHO = "loader"
_LOADS = "the file was read, refused and left out"

TEMPLATES = (
    says(
        _WHO,
        "no CNI configuration file in {dir} Has your network provider started?",
        "the configuration folder has no file that it takes",
        "config/no-file",
        verb="load",
    ),
    says(_WHO, "Found CNI network {network} (type={type}) at {file}", "a file was loaded", verb="load", is_error=False),
    says(_WHO, "Updated default CNI network name to {network}", "the network chosen", verb="load", is_error=False),
    says(
        _WHO,
        "Ignored CNI network {network} (type={type}) at {file} because already exists",
        "another file that sorts before it has a network of the same name",
        "config/same-name",
        verb="load",
    ),
    says(_WHO, "Error validating CNI config «list |file |»{file}: {E}", _LOADS, "config/refused", verb="load"),
    says(_WHO, "Error validating CNI config list {E}", _LOADS, "config/refused", verb="load"),
    says(_WHO, "Error loading CNI config «list |»file {file}: {E}", _LOADS, "config/refused", verb="load"),
    says(
        _WHO,
        "Error loading CNI config «list |»file {file}: no 'type'; perhaps this is a .conflist?",
        _LOADS,
        "config/conf-vs-conflist",
        verb="load",
    ),
)
