"""What plugins leave by design is never called a leak, and what is the attachment's own always is."""

import json
from typing import Any

import pytest

from traces.diagnosis.remains import remains
from traces.model.network import Attachment, Network
from traces.model.trace import Trace

TRACE = Trace(
    id="t",
    series="s",
    verb="DEL",
    network=Network(name="n", cni_version="1.0.0", links=(), raw=b"{}"),
    attachment=Attachment(
        container_id="c0ffee", netns="/run/netns/pod", capability_args={"portMappings": [{"hostPort": 8080}]}
    ),
    cache_before=json.dumps({"result": {"ips": [{"address": "10.88.0.2/16"}]}}).encode(),
)
CLEAN: dict[str, Any] = {
    "links": {"cni0": "bridge"},
    "netfilter": [
        "*nat",
        ":CNI-HOSTPORT-DNAT - [0:0]",
        ":CNI-ADMIN - [0:0]",
        "-A PREROUTING -j CNI-HOSTPORT-DNAT",
        "COMMIT",
    ],
    "reservations": {"lock": "", "last_reserved_ip.0": "10.88.0.2"},
}


def test_a_clean_host_has_only_what_is_left_by_design() -> None:
    left = remains(TRACE, CLEAN)
    assert left.leaked == ()
    assert left.by_design == (
        "bridge cni0",
        "chains CNI-ADMIN, CNI-HOSTPORT-DNAT",
        "host-local's last_reserved_ip.0, lock",
    )


@pytest.mark.parametrize(
    ("part", "leak", "said"),
    [
        ("links", {"veth1": "link"}, "link veth1"),
        ("links", {"bwp1": "ifb"}, "ifb bwp1"),
        ("netfilter", [":CNI-DN-abc - [0:0]"], "chain CNI-DN-abc"),
        ("netfilter", ["-A FORWARD -s 10.88.0.2/32 -j ACCEPT"], "rule -A FORWARD -s 10.88.0.2/32 -j ACCEPT"),
        ("netfilter", ["-A X -m tcp --dport 8080 -j DNAT"], "rule -A X -m tcp --dport 8080 -j DNAT"),
        ("netfilter", ['-A X -m comment --comment "id: c0ffee"'], 'rule -A X -m comment --comment "id: c0ffee"'),
        ("reservations", {"10.88.0.2": "c0ffee\r\neth0"}, "reservation of 10.88.0.2"),
    ],
)
def test_each_kind_of_leak_is_named(part: str, leak: Any, said: str) -> None:
    before = CLEAN[part]
    host = CLEAN | {part: before | leak if isinstance(before, dict) else before + leak}
    assert remains(TRACE, host).leaked == (said,)


def test_another_attachment_s_rules_are_no_leak_of_this_one() -> None:
    others = ["-A FORWARD -s 10.88.0.20/32 -j ACCEPT", "-A X -m tcp --dport 80801 -j DNAT"]
    assert remains(TRACE, CLEAN | {"netfilter": CLEAN["netfilter"] + others}).leaked == ()
