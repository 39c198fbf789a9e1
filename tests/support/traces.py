"""Traces to test with: real recordings, and the shapes of failure."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from traces.model.call import Call, Outcome
from traces.model.network import Attachment, Link, Network
from traces.model.trace import Failure, Trace

RECORDINGS = Path(__file__).parent / "recordings"
FIVE_LINKS = "bridge-portmap-bandwidth-firewall-tuning-1.0.0"
FLANNEL = "flannel-portmap-1.0.0"
FLANNEL_WITHOUT_SUBNET = "flannel-without-subnet.env-1.0.0"
MULTUS = "multus-with-a-delegate-list-1.0.0"
PORTMAP_FIRST = "portmap-first-1.0.0"
LOOPBACK_FIRST = "loopback-then-bridge-1.0.0"

T0 = 1_700_000_000_000_000_000
"""When the first call of every built trace starts."""
MS = 1_000_000


def recorded(name: str = FIVE_LINKS, verb: str = "ADD") -> Trace:
    """A verb of a recording as a trace; its times are made up, with a delegate inside its caller's time."""
    document = json.loads((RECORDINGS / f"{name}.json").read_text())
    run = next(run for run in document["verbs"] if run["verb"] == verb)
    conflist = next(iter(document["files"].values()))
    types = [plugin["type"] for plugin in conflist.get("plugins", [conflist])]
    calls = _calls(run, types)
    failing = [call for call in calls if call.link is not None and call.failed]
    failure = Failure(text=run["runtime_says"], code=999, link=failing[0].link) if run["runtime_says"] else None
    return Trace(
        id=f"{verb.lower()}-1",
        series="series-1",
        verb=verb,
        network=network(*types, name=conflist["name"]),
        attachment=attachment(),
        created="2026-01-02T03:04:05Z",
        calls=calls,
        failure=failure,
    )


def _calls(run: dict[str, Any], types: list[str]) -> tuple[Call, ...]:
    roots = [call["id"] for call in run["calls"] if call["parent"] is None]
    order = list(range(len(types)))[:: -1 if run["verb"] == "DEL" else 1]
    links = dict(zip(roots, order, strict=False))
    depth: dict[int, int] = {}
    calls = []
    for place, raw in enumerate(run["calls"]):
        depth[raw["id"]] = 0 if raw["parent"] is None else depth[raw["parent"]] + 1
        below = sum(1 for other in run["calls"] if _is_below(run, other, raw["id"]))
        started = T0 + place * 12 * MS
        calls.append(
            Call(
                id=f"{run['verb']}-{raw['id']}",
                plugin=raw["plugin"],
                path=f"/opt/cni/bin/{raw['plugin']}",
                verb=run["verb"],
                link=links.get(raw["id"]),
                parent=None if raw["parent"] is None else f"{run['verb']}-{raw['parent']}",
                argv=(f"/opt/cni/bin/{raw['plugin']}",),
                environment=tuple(f"{key}={value}".encode() for key, value in raw["env"].items()),
                stdin=raw["stdin"].encode(),
                stdout=raw["stdout"].encode(),
                stderr=raw["stderr"].encode(),
                exit_code=raw["exit"],
                started=started,
                ended=started + (8 + 12 * below - 2 * depth[raw["id"]]) * MS,
                outcome=Outcome.ERROR if raw["exit"] else Outcome.OK,
            )
        )
    return tuple(calls)


def _is_below(run: dict[str, Any], call: dict[str, Any], ancestor: int) -> bool:
    parents = {other["id"]: other["parent"] for other in run["calls"]}
    above = call["parent"]
    while above is not None and above != ancestor:
        above = parents[above]
    return above is not None


def network(*types: str, name: str = "five", version: str = "1.0.0") -> Network:
    """A network with a link of each type."""
    links = tuple(
        Link(index=index, type=type_, config=json.dumps({"type": type_}).encode()) for index, type_ in enumerate(types)
    )
    return Network(name=name, cni_version=version, links=links, raw=b"{}", source="/etc/cni/net.d/10-net.conflist")


def attachment() -> Attachment:
    """A pod's interface as a kubelet asks for it."""
    return Attachment(
        container_id="cnitool-bb388fe9f8313cc01b18",
        netns="/run/netns/pod",
        args=(("IgnoreUnknown", "1"), ("K8S_POD_NAMESPACE", "shop"), ("K8S_POD_NAME", "web-0")),
    )


def fail(trace: Trace, link: int, *, code: int = 11, msg: str = "iptables: chain exists") -> Trace:
    """The trace as if that link had failed: its call says so, and the calls after it never came."""
    place = next(index for index, call in enumerate(trace.calls) if call.link == link)
    stdout = json.dumps({"cniVersion": "1.0.0", "code": code, "msg": msg}).encode()
    bad = replace(
        trace.calls[place],
        stdout=stdout,
        stderr=b"iptables v1.8.9\nchain already exists\n",
        exit_code=1,
        outcome=Outcome.ERROR,
        ended=trace.calls[place].started + 51 * MS,
    )
    text = f'plugin type="{bad.plugin}" failed ({trace.verb.lower()}): {msg}'
    return replace(trace, calls=(*trace.calls[:place], bad), failure=Failure(text=text, code=code, link=link))


def failing_add() -> Trace:
    """An ADD of five links whose second link fails."""
    return fail(recorded(), 1)


def failing_del() -> Trace:
    """A DEL of five links that stops at its middle one."""
    return fail(recorded(verb="DEL"), 2, msg="tc: no such device")


def missing_plugin() -> Trace:
    """An ADD whose third plugin is not on the machine."""
    trace = recorded()
    place = next(index for index, call in enumerate(trace.calls) if call.link == 2)
    text = 'failed to find plugin "bandwidth" in path [/opt/cni/bin]'
    return replace(trace, calls=trace.calls[:place], failure=Failure(text=text, link=2))


def running() -> Trace:
    """An ADD under way: its second link has its request and has not answered."""
    trace = recorded()
    place = next(index for index, call in enumerate(trace.calls) if call.link == 1)
    call = replace(trace.calls[place], stdout=b"", exit_code=None, ended=None, outcome=Outcome.RUNNING)
    return replace(trace, calls=(*trace.calls[:place], call), finished=False)


def long_chain(links: int = 200) -> Trace:
    """An ADD over very many links."""
    calls = tuple(simple_call(index, f"tuning-{index}") for index in range(links))
    return made(network(*(call.plugin for call in calls)), calls)


def simple_call(index: int, plugin: str, **changes: Any) -> Call:
    """A call of a link that went well; any field can be changed."""
    call = Call(
        id=f"call-{index}",
        plugin=plugin,
        path=f"/opt/cni/bin/{plugin}",
        verb="ADD",
        link=index,
        stdin=b'{"cniVersion":"1.0.0","name":"n","prevResult":{"cniVersion":"1.0.0"},"type":"x"}',
        stdout=b'{"cniVersion":"1.0.0","ips":[{"address":"10.0.0.2/24"}]}',
        exit_code=0,
        started=T0 + index * 10 * MS,
        ended=T0 + index * 10 * MS + 4 * MS,
        outcome=Outcome.OK,
    )
    return replace(call, **changes)


def made(net: Network, calls: tuple[Call, ...], failure: Failure | None = None) -> Trace:
    """A trace of given calls."""
    return Trace(
        id="made-1", series="series-2", verb="ADD", network=net, attachment=attachment(), calls=calls, failure=failure
    )


HOSTILE = "[/] [red] [@click=app.quit]x[/] \x1b]52;c;YQ==\x07 \x1b[2J \x00 \u202e 網路網路 " + "A" * 1_000_000


def hostile() -> Trace:
    """A trace whose every text is made to harm a terminal, a markup reader or a layout."""
    noise = HOSTILE.encode()
    stdin = json.dumps({"prevResult": {"x": HOSTILE}, "runtimeConfig": {HOSTILE[:60]: 1}}).encode()
    error = json.dumps({"code": 7, "msg": HOSTILE, "details": HOSTILE[:100]}).encode()
    plugin = HOSTILE[:70]
    calls = (
        simple_call(0, plugin, stdin=stdin, stdout=noise, stderr=noise, verb=HOSTILE[:40]),
        replace(simple_call(1, plugin, stdin=stdin, stdout=error, stderr=noise), exit_code=1, outcome=Outcome.ERROR),
    )
    hostile_attachment = Attachment(container_id=HOSTILE[:90], netns=HOSTILE[:90], ifname=HOSTILE[:40])
    net = network(plugin, plugin, plugin, name=HOSTILE[:80], version=HOSTILE[:20])
    cut_off = tuple(replace(call, truncated=(HOSTILE[:50],)) for call in calls)
    failure = Failure(text=HOSTILE, code=7, link=1)
    return replace(made(net, cut_off, failure), verb=HOSTILE[:40], attachment=hostile_attachment)
