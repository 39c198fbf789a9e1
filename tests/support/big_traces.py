"""Traces larger than any real one, and lists of very many: what speed and size are tried with."""

import json
from collections.abc import Iterator

from tests.support.traces import MS, T0, made, network, simple_call
from traces.model.call import Call
from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.store.summarise import summary_of

_EVERY = 2 * MS


def chain_of(links: int, delegates: int = 0) -> Trace:
    """An ADD over so many links, which make so many delegate calls together, in turn and each of a link's own."""
    calls: list[Call] = []
    share, rest = divmod(delegates, max(1, links))
    for link in range(links):
        count = share + (link < rest)
        calls += _link(link, count, first=len(calls))
    return made(network(*(f"tuning-{link % 40}" for link in range(links))), tuple(calls))


def _link(link: int, delegates: int, first: int) -> Iterator[Call]:
    start = T0 + first * _EVERY
    yield simple_call(link, f"tuning-{link % 40}", started=start, ended=start + (delegates + 1) * _EVERY - MS // 2)
    for place in range(delegates):
        began = start + (place + 1) * _EVERY - MS
        yield simple_call(
            link,
            f"ipam-{place % 3}",
            id=f"call-{link}-{place}",
            link=None,
            parent=f"call-{link}",
            started=began,
            ended=began + MS // 2,
        )


def trace_of_steps(steps: int) -> Trace:
    """An ADD of about so many steps: five links, and as many delegate calls as it takes."""
    return chain_of(5, delegates=max(0, steps // 2 - 5))


def payload_of(size: int) -> bytes:
    """A result of about so many bytes."""
    route = {"dst": "10.128.0.0/14", "gw": "10.22.0.1", "mtu": 1450, "note": "a route among very many"}
    count = max(1, size // (len(json.dumps(route)) + 2))
    result = {"cniVersion": "1.0.0", "ips": [{"address": "10.22.0.7/16"}], "routes": [route] * count}
    return json.dumps(result).encode()


def heavy_trace(size: int) -> Trace:
    """An ADD of two links, of which the first answers so many bytes and the second is given them."""
    result = payload_of(size)
    stdin = b'{"cniVersion":"1.0.0","name":"n","type":"x","prevResult":' + result + b"}"
    calls = (simple_call(0, "bridge", stdout=result), simple_call(1, "portmap", stdin=stdin, stdout=result))
    return made(network("bridge", "portmap"), calls)


def many_summaries(count: int) -> tuple[Summary, ...]:
    """So many traces as a list has them: pods that are added and deleted, each a series of two."""
    one = summary_of(chain_of(5))
    return tuple(_summary(one, place) for place in range(count))


def _summary(one: Summary, place: int) -> Summary:
    from dataclasses import replace

    minutes, seconds = divmod(place // 2, 60)
    hours, minutes = divmod(minutes, 60)
    return replace(
        one,
        id=f"trace-{place:06d}",
        series=f"series-{place // 2:06d}",
        verb="DEL" if place % 2 else "ADD",
        pod=f"web-{place // 2:05d}",
        namespace="shop",
        container_id=f"{place // 2:064x}",
        created=f"2026-01-{2 + hours // 24:02d}T{hours % 24:02d}:{minutes:02d}:{seconds:02d}Z",
    )
