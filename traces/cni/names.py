"""What libcni checks before an ADD: container ID, network name and interface name (pkg/utils/utils.go)."""

import re

from traces.cni.error_codec import LibcniError
from traces.errors import ConfigError
from traces.model.network import Attachment

_NAME = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_.\-]*")
_MAX_IFNAME = 15
"""Bytes: the kernel's IFNAMSIZ, less the closing NUL."""
_SPACES = frozenset("\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000") | {chr(c) for c in range(0x2000, 0x200B)}
"""unicode.IsSpace."""


def check_names(network: str, attachment: Attachment) -> None:
    """Check the three names in libcni's order. Raises LibcniError."""
    check_container_id(attachment.container_id)
    check_network_name(network)
    check_ifname(attachment.ifname)


def refuse_names(network: str, attachment: Attachment) -> None:
    """The same check for one who asks before anything runs. Raises ConfigError in libcni's words."""
    try:
        check_names(network, attachment)
    except LibcniError as error:
        raise ConfigError(str(error)) from None


def check_container_id(container_id: str) -> None:
    """A letter or digit, then letters, digits, `_`, `.` and `-`. Raises LibcniError."""
    if not container_id:
        raise LibcniError("missing containerID", code=3)
    if not _NAME.fullmatch(container_id):
        raise LibcniError("invalid characters in containerID", code=4, details=container_id)


def check_network_name(name: str) -> None:
    """The same rule as for a container ID. Raises LibcniError."""
    if not name:
        raise LibcniError("missing network name:", code=7)
    if not _NAME.fullmatch(name):
        raise LibcniError("invalid characters found in network name", code=7, details=name)


def check_ifname(ifname: str) -> None:
    """1 to 15 bytes, not `.` or `..`, no `/`, `:` or white space. Raises LibcniError."""
    if not ifname:
        raise LibcniError("interface name is empty", code=4)
    if len(ifname.encode(errors="surrogateescape")) > _MAX_IFNAME:
        details = f"interface name should be less than {_MAX_IFNAME + 1} characters"
        raise LibcniError("interface name is too long", code=4, details=details)
    if ifname in (".", ".."):
        raise LibcniError("interface name is . or ..", code=4)
    if any(char in "/:" or char in _SPACES for char in ifname):
        raise LibcniError("interface name contains / or : or whitespace characters", code=4)
