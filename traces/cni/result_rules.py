"""What a result must look like, version by version (CNI specification, «Result types»; libcni pkg/types)."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from traces.cni.goaddress import is_ipv4, parse_cidr, parse_ip
from traces.cni.gojson import DecodeError, Members, Number, kind_of
from traces.cni.gojson_place import Path
from traces.cni.versions import FLAT, KNOWN, LISTED, MODERN

Rule = Callable[[Any, Path], None]

_MAC = re.compile(r"(?:[0-9a-fA-F]{2}[:-]){5}[0-9a-fA-F]{2}|(?:[0-9a-fA-F]{2}[:-]){7,19}[0-9a-fA-F]{2}")
"""An address of 6 bytes (Ethernet), 8 or 20 (InfiniBand)."""
_WHOLE = re.compile("-?[0-9]{1,20}")
_A = {"object": "an object", "array": "a list", "string": "text", "number": "a number", "bool": "true or false"}


class Fault(Exception):
    """A place where a result is not what it must be."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(message)
        self.path = path


def check_result(tree: Any, list_version: str) -> None:
    """Check a parsed result against its own version, which must be one that the list's can be made of.

    Raises Fault at the first thing that is wrong.
    """
    _kind(tree, "object", ())
    version = _version(tree, list_version)
    if version in FLAT:
        _object(_FLAT_RESULT)(tree, ())
        return
    for name in ("ip4", "ip6"):
        if name in dict(tree):
            raise Fault((name,), f"belongs to versions 0.1.0 and 0.2.0; in {version} it is «ips», a list")
    _object(_LISTED_RESULT if version in LISTED else _MODERN_RESULT)(tree, ())
    _check_indices(tree)


def _version(tree: Members, list_version: str) -> str:
    found = dict(tree).get("cniVersion")
    if found is None or found == "":
        raise Fault((), f'"cniVersion" is missing: add "cniVersion": "{list_version}"')
    _text(found, ("cniVersion",))
    if found not in KNOWN:
        raise Fault(("cniVersion",), f"«{found}» is no version of the specification; this list is of {list_version}")
    family = next((family for family in (FLAT, LISTED, MODERN) if list_version in family), KNOWN)
    if found not in family:
        # Plugins read prevResult in the version of their configuration (pkg/version, ParsePrevResult).
        supported = " and ".join(family)
        raise Fault(("cniVersion",), f"«{found}» is not read by plugins of a list of {list_version}, only {supported}")
    return str(found)


def _kind(value: Any, wanted: str, path: Path) -> None:
    if kind_of(value) != wanted:
        raise Fault(path, f"must be {_A[wanted]}, not {_A.get(kind_of(value), 'null')}")


def _text(value: Any, path: Path) -> None:
    if value is not None:
        _kind(value, "string", path)


def _whole(value: Any, path: Path) -> None:
    if value is None:
        return
    _kind(value, "number", path)
    if not _WHOLE.fullmatch(value) or not -(2**63) <= int(value) < 2**63:
        raise Fault(path, f"«{value}» is not a whole number of 64 bits")


def _natural(value: Any, path: Path) -> None:
    _whole(value, path)
    if value is not None and int(value) < 0:
        raise Fault(path, f"«{value}» must not be negative")


def _cidr(value: Any, path: Path) -> None:
    _kind(value, "string", path)
    try:
        parse_cidr(value)
    except DecodeError:
        raise Fault(path, f"«{value}» is not an address with a prefix length, as {_example(value)}") from None


def _example(value: str) -> str:
    """What was probably meant: the address that is there with a length, or one to go by."""
    try:
        address = parse_ip(value)
    except DecodeError:
        address = ""
    if not address:
        return "10.22.0.7/16"
    return f"{address}/16" if is_ipv4(address) else f"{address}/64"


def _ip(value: Any, path: Path) -> None:
    if value is None or value == "":
        return
    _kind(value, "string", path)
    try:
        parse_ip(value)
    except DecodeError:
        raise Fault(path, f"«{value}» is not an address, as 10.22.0.1") from None


def _mac(value: Any, path: Path) -> None:
    _text(value, path)
    if value and not _MAC.fullmatch(value):
        raise Fault(path, f"«{value}» is not a MAC address, as 0a:58:0a:16:00:07")


def _ip_version(value: Any, path: Path) -> None:
    if kind_of(value) != "string" or value not in ("4", "6"):
        raise Fault(path, 'must be "4" or "6", in double quotes')


def _list_of(rule: Rule) -> Rule:
    def check(value: Any, path: Path) -> None:
        if value is None:
            return
        _kind(value, "array", path)
        for index, item in enumerate(value):
            rule(item, (*path, index))

    return check


def _object(fields: Mapping[str, Rule], *needed: str) -> Rule:
    def check(value: Any, path: Path) -> None:
        _kind(value, "object", path)
        found = dict(value)
        for name in needed:
            if name not in found:
                raise Fault(path, f'"{name}" is missing')
        for name, item in found.items():
            rule = fields.get(name)
            if rule:
                rule(item, (*path, name))

    return check


def _optional(rule: Rule) -> Rule:
    def check(value: Any, path: Path) -> None:
        if value is not None:
            rule(value, path)

    return check


def _check_indices(tree: Members) -> None:
    """Every ips[].interface must point into interfaces."""
    fields = dict(tree)
    count = len(fields.get("interfaces") or ())
    for place, ip in enumerate(fields.get("ips") or ()):
        index = dict(ip).get("interface")
        if isinstance(index, Number) and int(index) >= count:
            what = "there are none" if not count else "there is only 0" if count == 1 else f"there are 0 to {count - 1}"
            raise Fault(("ips", place, "interface"), f"{index} is the index of no interface; {what}")
        if ip and "version" in dict(ip):
            _check_family(dict(ip), place)


def _check_family(ip: Mapping[str, Any], place: int) -> None:
    family = "4" if is_ipv4(parse_cidr(ip["address"])) else "6"
    if ip["version"] in ("4", "6") and ip["version"] != family:
        raise Fault(
            ("ips", place, "version"), f'says "{ip["version"]}", but {ip["address"]} is an address of IPv{family}'
        )


_TEXTS = _list_of(_text)
_DNS = _optional(_object({"nameservers": _TEXTS, "domain": _text, "search": _TEXTS, "options": _TEXTS}))
_ROUTE = _object(
    {
        "dst": _cidr,
        "gw": _ip,
        "mtu": _natural,
        "advmss": _natural,
        "priority": _whole,
        "table": _whole,
        "scope": _whole,
    },
    "dst",
)
_ROUTES = _list_of(_ROUTE)
_FLAT_IP = _optional(_object({"ip": _cidr, "gateway": _ip, "routes": _ROUTES}, "ip"))
_FLAT_RESULT: Mapping[str, Rule] = {"ip4": _FLAT_IP, "ip6": _FLAT_IP, "dns": _DNS}
_INTERFACE = {"name": _text, "mac": _mac, "mtu": _natural, "sandbox": _text, "socketPath": _text, "pciID": _text}
_IP: Mapping[str, Rule] = {"address": _cidr, "gateway": _ip, "interface": _natural}
_COMMON: Mapping[str, Rule] = {
    "interfaces": _list_of(_object(_INTERFACE, "name")),
    "routes": _ROUTES,
    "dns": _DNS,
}
_MODERN_RESULT: Mapping[str, Rule] = {**_COMMON, "ips": _list_of(_object(_IP, "address"))}
_LISTED_RESULT: Mapping[str, Rule] = {
    **_COMMON,
    "ips": _list_of(_object({"version": _ip_version, **_IP}, "version", "address")),
}
