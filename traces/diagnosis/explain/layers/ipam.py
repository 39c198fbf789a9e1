"""What plugins say that hand out addresses: host-local, and those of daemons."""

from traces.diagnosis.explain.template import says

_WHO = "IPAM"
_FULL = "every address of the range is reserved"

TEMPLATES = (
    says(_WHO, "failed to allocate for range {index}: {E}", "host-local looked for a free address", "ipam/failed"),
    says(
        _WHO,
        "no IP addresses available in range set: {range}",
        _FULL,
        "ipam/exhausted",
        "ipam/leak-after-reboot",
        verb="ADD",
    ),
    says(
        _WHO,
        "requested IP address {address} is not available in range set {range}",
        "the address that was asked for is taken, or outside of the range",
        "ipam/requested-not-available",
        verb="ADD",
    ),
    says(
        _WHO,
        "{address} has been allocated to {owner}, duplicate allocation is not allowed",
        "this container has an address of the range already: an ADD that was not undone",
        "ipam/duplicate-allocation",
        verb="ADD",
    ),
    says(_WHO, "no IP ranges specified", "the ipam part has neither subnet nor ranges", "ipam/no-ranges"),
    says(_WHO, "range is full", _FULL, "ipam/exhausted", "ipam/leak-after-reboot", verb="ADD"),
    says(_WHO, "Assigned 0 out of {count} requested «IPv4|IPv6» addresses", _FULL, "ipam/exhausted", verb="ADD"),
    says(_WHO, "Could not allocate IP in range: ", _FULL, "ipam/exhausted", verb="ADD"),
    says(_WHO, "failed to assign an IP address to container", _FULL, "ipam/exhausted", verb="ADD"),
    says(
        _WHO, "invalid CIDR address: {cidr}", "an address in the configuration has no valid prefix", "ipam/invalid-cidr"
    ),
)
