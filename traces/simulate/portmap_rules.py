"""What iptables says to the rules that portmap would make of port mappings (plugins/meta/portmap, fillDnatRules)."""

from collections.abc import Iterator, Mapping, Sequence
from ipaddress import ip_address, ip_interface
from typing import Any, NamedTuple

from traces.cni.goquote import quote
from traces.simulate.names import hashed
from traces.simulate.plugin_error import PluginError

_VERSION = "v1.8.9 (nf_tables)"
_TOP = "CNI-HOSTPORT-DNAT"
_MARK = "CNI-HOSTPORT-SETMARK"
_WITH_PORTS = ("tcp", "udp", "sctp", "dccp", "6", "17", "132", "33")
_ONLY_MULTIPORT = ("udplite", "136")
_WITHOUT_PORTS = ("all", "icmp", "icmpv6", "ipv6-icmp", "esp", "ah", "gre", "0", "1", "58", "50", "51", "47")
_LAST_PORT = 65535
_AT_ONCE = 15
"""Ports that one multiport rule can have."""
_LONGEST = 255
"""Characters of a comment."""


class Rule(NamedTuple):
    """A rule as it is given to iptables, and why that refuses it, if it does."""

    chain: str
    words: Sequence[str]
    refusal: str


def complain(conf: Mapping[str, Any], network: str, container_id: str, address: str) -> None:
    """Raise PluginError for the first rule that iptables refuses, in its words; ``address`` is the pod's, with mask."""
    chain = hashed(28, "CNI-DN-", network + container_id)
    family = ip_interface(address).version
    comment = f'dnat name: "{network}" id: "{container_id}"'[:_LONGEST]
    program = "iptables" if family == 4 else "ip6tables"
    for rule in (*_forwarding(conf, chain, address), *_entries(conf, chain, comment, family)):
        if rule.refusal:
            command = f"/usr/sbin/{program} -t nat -C {rule.chain} {' '.join(rule.words)} --wait"
            raise PluginError(
                f"unable to setup DNAT: running [{command}]: exit status 2: {program} {_VERSION}: {rule.refusal}\n"
                f"Try `{program} -h' or '{program} --help' for more information.\n"
            )


def _forwarding(conf: Mapping[str, Any], chain: str, address: str) -> Iterator[Rule]:
    """The rules of each mapping of the address's family: those that mark what is to be masqueraded, then the DNAT."""
    pod = ip_interface(address)
    shown = str(pod.ip) if pod.version == 4 else f"[{pod.ip}]"
    for entry in conf["runtimeConfig"]["portMappings"]:
        host_ip = entry["hostIP"]
        if host_ip and _version(host_ip) != pod.version:
            continue
        destination = ["-d", host_ip] if host_ip and host_ip not in ("0.0.0.0", "::") else []
        match = ["-p", entry["protocol"], "--dport", str(entry["hostPort"]), *destination]
        refusal = _refusal(entry)
        for source in _masqueraded(conf, address):
            yield Rule(chain, [*match, "-s", source, "-j", conf["externalSetMarkChain"] or _MARK], refusal)
        target = ["-j", "DNAT", "--to-destination", f"{shown}:{entry['containerPort']}"]
        too_high = f"Port `{entry['containerPort']}' not valid" if entry["containerPort"] > _LAST_PORT else ""
        yield Rule(chain, [*match, *target], refusal or too_high)


def _masqueraded(conf: Mapping[str, Any], address: str) -> list[str]:
    if conf["snat"] is False:
        return []
    version_4 = ip_interface(address).version == 4
    if conf["masqAll"]:
        return ["0.0.0.0/0" if version_4 else "::/0"]
    return [address, "127.0.0.1"] if version_4 else [address]


def _entries(conf: Mapping[str, Any], chain: str, comment: str, family: int) -> Iterator[Rule]:
    """The rules that lead to the pod's chain: one for each protocol and each fifteen ports, whatever their family."""
    mappings = conf["runtimeConfig"]["portMappings"]
    conditions = conf[f"conditionsV{family}"] or []
    for protocol in sorted({entry["protocol"] for entry in mappings}):
        ports = [entry["hostPort"] for entry in mappings if entry["protocol"] == protocol]
        for start in range(0, len(ports), _AT_ONCE):
            some = ports[start : start + _AT_ONCE]
            numbers = ",".join(str(port) for port in some)
            match = ["-m", "comment", "--comment", comment, "-m", "multiport", "-p", protocol]
            words = [*match, "--destination-ports", numbers, *conditions, "-j", chain]
            yield Rule(_TOP, words, _entry_refusal(protocol.lower(), some))


def _version(host_ip: str) -> int:
    """The family that the real one takes an address to be of: what is none counts as IPv6."""
    try:
        return ip_address(host_ip).version
    except ValueError:
        return 6


def _refusal(entry: Mapping[str, Any]) -> str:
    protocol = entry["protocol"].lower()
    if protocol in (*_WITHOUT_PORTS, *_ONLY_MULTIPORT):
        return 'unknown option "--dport"'
    return _unknown(protocol) or _no_port([entry["hostPort"]])


def _entry_refusal(protocol: str, ports: Sequence[int]) -> str:
    if protocol in _WITHOUT_PORTS:
        return "multiport only works with TCP, UDP, UDPLITE, SCTP and DCCP"
    return _unknown(protocol) or _no_port(ports)


def _unknown(protocol: str) -> str:
    known = protocol in (*_WITH_PORTS, *_ONLY_MULTIPORT)
    return "" if known else f"unknown protocol {quote(protocol)} specified"


def _no_port(ports: Sequence[int]) -> str:
    return next((f"invalid port/service `{port}' specified" for port in ports if port > _LAST_PORT), "")
