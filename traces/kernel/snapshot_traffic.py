"""Reads the queueing disciplines of a network namespace, and the classes and filters of those that were added."""

import struct
from collections.abc import Iterator, Mapping, Sequence
from socket import ntohs

from traces.kernel.snapshot_dump import Attributes, Dumper, Message, Question
from traces.model.snapshot import Qdisc, TrafficClass, TrafficFilter

_ROOT, _INGRESS = 0xFFFFFFFF, 0xFFFFFFF1
_HOOKS = {0xFFFFFFF2: "ingress", 0xFFFFFFF3: "egress"}  # where clsact has its filters (linux/pkt_sched.h)
_TICK = 64  # nanoseconds: PSCHED_SHIFT of net/pkt_sched.h
_NAMES = {
    "rate",
    "ceil",
    "peak",
    "limit",
    "quantum",
    "prio",
    "defcls",
    "flows",
    "target",
    "interval",
    "loss",
    "latency",
}
_VERDICTS = {-1: "continue", 0: "pass", 1: "reclassify", 2: "drop", 3: "pipe", 4: "stolen", 7: "redirect", 8: "trap"}
_MIRRED = {1: "egress redirect", 2: "egress mirror", 3: "ingress redirect", 4: "ingress mirror"}
_ALL = 3  # ETH_P_ALL


def read_qdiscs(dumper: Dumper, names: Mapping[int, str]) -> tuple[Qdisc, ...]:
    """The disciplines of all devices, the kernel's default ones too."""
    return tuple(_qdisc(message, names) for message in dumper.all(Question.QDISCS))


def read_classes(dumper: Dumper, names: Mapping[int, str], qdiscs: Sequence[Qdisc]) -> Iterator[TrafficClass]:
    """The classes of the devices that have a discipline which was added."""
    for index in _shaped(names, qdiscs):
        for message in dumper.all(Question.CLASSES, _of(index)):
            has = Attributes(message)
            yield TrafficClass(
                device=names[index],
                kind=has.text("TCA_KIND"),
                handle=_handle(message["handle"]),
                parent=_parent(message["parent"]),
                details=tuple(_options(has)),
            )


def read_filters(dumper: Dumper, names: Mapping[int, str], qdiscs: Sequence[Qdisc]) -> Iterator[TrafficFilter]:
    """The filters of the disciplines that were added."""
    for index in _shaped(names, qdiscs):
        own = [qdisc for qdisc in qdiscs if qdisc.device == names[index] and not qdisc.by_kernel]
        for parent in dict.fromkeys(parent for qdisc in own for parent in _filter_parents(qdisc)):
            messages = dumper.all(Question.FILTERS, _of(index, parent))
            found = ((message, Attributes(message)) for message in messages)
            yield from (_filter(message, has, parent, names) for message, has in found if has.get("TCA_OPTIONS"))


def _of(index: int, parent: int = 0) -> bytes:
    """A struct tcmsg of linux/rtnetlink.h."""
    return struct.pack("=BxxxiIII", 0, index, 0, parent, 0)


def _shaped(names: Mapping[int, str], qdiscs: Sequence[Qdisc]) -> list[int]:
    devices = {qdisc.device for qdisc in qdiscs if not qdisc.by_kernel}
    return [index for index, name in names.items() if name in devices]


def _filter_parents(qdisc: Qdisc) -> Sequence[int]:
    if qdisc.kind == "clsact":
        return tuple(_HOOKS)
    return (int(qdisc.handle.rstrip(":"), 16) << 16,)


def _qdisc(message: Message, names: Mapping[int, str]) -> Qdisc:
    has = Attributes(message)
    return Qdisc(
        device=names.get(message["index"], ""),
        kind=has.text("TCA_KIND"),
        handle=_handle(message["handle"]),
        parent=_parent(message["parent"]),
        details=tuple(_options(has)),
        by_kernel=message["handle"] == 0,
    )


def _handle(number: int) -> str:
    """As tc writes it: «1:», «1:10», both hexadecimal."""
    return f"{number >> 16:x}:" + (f"{number & 0xFFFF:x}" if number & 0xFFFF else "")


def _parent(number: int) -> str:
    names = {_ROOT: "root", _INGRESS: "ingress", **_HOOKS}
    return names.get(number, _handle(number))


def _options(has: Attributes) -> Iterator[str]:
    """The settings of a discipline or class, in words."""
    options = has.inside("TCA_OPTIONS")
    parameters = options.get("TCA_TBF_PARMS")
    if parameters:
        yield from _bucket(parameters)
    elif has.text("TCA_KIND") != "tbf":
        yield from _plain(options)


def _bucket(parameters: Mapping[str, int]) -> Iterator[str]:
    """A token bucket: the kernel has its burst as the time that sending it takes (tc-tbf(8))."""
    rate, nanoseconds = parameters["rate"], parameters["buffer"] * _TICK
    yield f"rate {rate}"
    yield f"burst {round(rate * nanoseconds / 1e9)}"
    if rate:
        yield f"latency {max(0, round(parameters['limit'] / rate * 1e6 - nanoseconds / 1e3))}"


def _plain(options: Attributes) -> Iterator[str]:
    """What has a name that one knows, of any kind of discipline: rates are bytes a second, the rest as the kernel."""
    for name, value in options.items():
        word = name.rpartition("_")[2].lower()
        if isinstance(value, dict):
            yield from (f"{key} {held}" for key, held in value.items() if key in _NAMES and held)
        elif isinstance(value, int) and word in _NAMES:
            yield f"{word} {value}"


def _filter(message: Message, has: Attributes, parent: int, names: Mapping[int, str]) -> TrafficFilter:
    kind, options = has.text("TCA_KIND"), has.inside("TCA_OPTIONS")
    protocol = ntohs(message["info"] & 0xFFFF)
    return TrafficFilter(
        device=names.get(message["index"], ""),
        kind=kind,
        handle=_u32_handle(message["handle"]) if kind == "u32" else f"{message['handle']:#x}",
        parent=_parent(parent),
        protocol="all" if protocol == _ALL else f"{protocol:#x}",
        priority=message["info"] >> 16,
        details=tuple(_filter_details(kind, options, names)),
        by_kernel=kind == "u32" and options.get("TCA_U32_DIVISOR") is not None,
    )


def _u32_handle(number: int) -> str:
    """Hash table, bucket and node: «800::800» (tc-u32(8))."""
    bucket, node = number >> 12 & 0xFF, number & 0xFFF
    return f"{number >> 20:x}:{f'{bucket:x}' if bucket else ''}" + (f":{node:x}" if node else "")


def _filter_details(kind: str, options: Attributes, names: Mapping[int, str]) -> Iterator[str]:
    prefix = f"TCA_{kind.upper()}"
    selector = options.get("TCA_U32_SEL")
    for key in selector["keys"] if selector else ():
        yield f"match {key['key_val']:#x}/{key['key_mask']:#x} at {key['key_off']}"
    classid = options.number(f"{prefix}_CLASSID")
    if classid:
        yield f"flowid {_handle(classid)}"
    if options.get("TCA_BPF_NAME"):
        yield f"program {options.text('TCA_BPF_NAME')}"
    for action in options.inside(f"{prefix}_ACT").values():
        yield _action(Attributes(action), names)


def _action(action: Attributes, names: Mapping[int, str]) -> str:
    kind, options = action.text("TCA_ACT_KIND"), action.inside("TCA_ACT_OPTIONS")
    mirred, gact = options.get("TCA_MIRRED_PARMS"), options.get("TCA_GACT_PARMS")
    if kind == "mirred" and mirred:
        target = names.get(mirred["ifindex"], str(mirred["ifindex"]))
        return f"mirred {_MIRRED.get(mirred['eaction'], mirred['eaction'])} to {target} {_verdict(mirred)}"
    return f"gact {_verdict(gact)}" if kind == "gact" and gact else kind


def _verdict(parameters: Mapping[str, int]) -> str:
    return _VERDICTS.get(parameters["action"], str(parameters["action"]))
