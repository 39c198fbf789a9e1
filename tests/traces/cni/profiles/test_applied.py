"""What a profile makes of an attachment, and over what it runs a verb."""

import pytest

from tests.support.profiles import a_list, words
from traces.cni.cache import CachedAttachment
from traces.cni.network_conf import parse_list
from traces.cni.profiles.applied import after_failure, dressed, rules, targets
from traces.cni.profiles.table import PROFILES
from traces.errors import ConfigError
from traces.model.network import Attachment

NETWORK = parse_list(a_list("net", "today").encode(), "/etc/cni/net.d/10-net.conflist").network
ATTACHMENT = Attachment(
    container_id="c0ffee",
    netns="/run/netns/pod",
    args=(("K8S_POD_NAME", "web"), ("IP", "10.1.0.9")),
    capability_args={"portMappings": [], "bandwidth": {}, "mac": "aa"},
)


def in_cache(
    config: str, network: str = "net", ifname: str = "eth0", args: tuple[tuple[str, str], ...] = ()
) -> CachedAttachment:
    """An attachment as the cache has it."""
    attachment = Attachment(container_id="c0ffee", netns="/old", ifname=ifname, args=args, capability_args={"old": 1})
    return CachedAttachment(network=network, attachment=attachment, config=config.encode(), result=None)


@pytest.mark.parametrize(
    ("name", "args", "capabilities"),
    [
        ("libcni", "K8S_POD_NAME=web IP=10.1.0.9", ["portMappings", "bandwidth", "mac"]),
        (
            "containerd",
            "K8S_POD_NAME=web K8S_POD_INFRA_CONTAINER_ID=c0ffee IgnoreUnknown=1",
            ["portMappings", "bandwidth"],
        ),
        ("crio", "IgnoreUnknown=1 K8S_POD_NAME=web K8S_POD_INFRA_CONTAINER_ID=c0ffee IP=10.1.0.9", ["bandwidth"]),
        ("podman", "IgnoreUnknown=1 K8S_POD_NAME=web IP=10.1.0.9", ["portMappings"]),
    ],
)
def test_each_passes_its_own_args_and_capabilities(name: str, args: str, capabilities: list[str]) -> None:
    attachment, _ = dressed(PROFILES[name], ATTACHMENT)
    assert " ".join("=".join(pair) for pair in attachment.args) == args
    assert list(attachment.capability_args) == capabilities


def test_what_is_withheld_or_unknown_is_decided_by_name() -> None:
    _, decisions = dressed(PROFILES["containerd"], ATTACHMENT)
    assert words(decisions)[1:] == [
        ("each of K8S_POD_NAMESPACE, K8S_POD_UID", "left out"),
        ("CNI_ARGS IP", "not passed"),
        ("capability portMappings", "passed"),
        ("capability bandwidth", "passed"),
        ("capability mac", "not passed"),
    ]


def test_crio_says_who_does_host_ports() -> None:
    _, decisions = dressed(PROFILES["crio"], ATTACHMENT)
    (ports,) = [each for each in decisions if each.subject == "capability portMappings"]
    assert ports.why == "CRI-O does host ports itself"


@pytest.mark.parametrize("verb", ["ADD", "DEL"])
def test_containerd_has_loopback_before_the_network(verb: str) -> None:
    found = targets(PROFILES["containerd"], verb, NETWORK, ATTACHMENT, ())
    assert [(each.network.name, each.attachment.ifname) for each in found] == [("cni-loopback", "lo"), ("net", "eth0")]
    assert found[0].attachment.netns == ATTACHMENT.netns


@pytest.mark.parametrize("name", ["libcni", "crio", "podman"])
def test_the_others_have_the_network_alone(name: str) -> None:
    (target,) = targets(PROFILES[name], "ADD", NETWORK, ATTACHMENT, ())
    assert target.network is NETWORK


@pytest.mark.parametrize(("name", "verb"), [("crio", "DEL"), ("crio", "CHECK"), ("podman", "DEL")])
def test_the_cached_configuration_args_and_capabilities_count(name: str, verb: str) -> None:
    cached = in_cache(a_list("net", "cached"), args=(("A", "B"),))
    (target,) = targets(PROFILES[name], verb, NETWORK, ATTACHMENT, [cached])
    assert [link.type for link in target.network.links] == ["cached"]
    assert (target.attachment.args, target.attachment.capability_args) == ((("A", "B"),), {"old": 1})
    assert target.attachment.netns == "/run/netns/pod"
    assert target.decisions[0].why == "the cache has the attachment; today's is another"


def test_without_cached_args_today_s_are_sent() -> None:
    (target,) = targets(PROFILES["crio"], "DEL", NETWORK, ATTACHMENT, [in_cache(a_list("net", "cached"))])
    assert target.attachment.args == ATTACHMENT.args


@pytest.mark.parametrize(("name", "verb"), [("libcni", "DEL"), ("libcni", "CHECK"), ("podman", "CHECK")])
def test_elsewhere_today_s_configuration_counts(name: str, verb: str) -> None:
    (target,) = targets(PROFILES[name], verb, NETWORK, ATTACHMENT, [in_cache(a_list("net", "cached"))])
    assert (target.network, target.attachment) == (NETWORK, ATTACHMENT)


def test_an_empty_cache_means_today_s_configuration() -> None:
    (target,) = targets(PROFILES["crio"], "DEL", NETWORK, ATTACHMENT, ())
    assert (target.network, target.attachment) == (NETWORK, ATTACHMENT)
    assert target.decisions[0].decided == "run with today's configuration"


def test_crio_removes_all_that_the_cache_has_of_the_container() -> None:
    cached = [
        in_cache(a_list("cni-loopback", "loopback"), "cni-loopback", "lo"),
        in_cache(a_list("former", "a"), "former", "eth0"),
        in_cache(a_list("second", "b"), "second", "net1"),
    ]
    found = targets(PROFILES["crio"], "DEL", NETWORK, ATTACHMENT, cached)
    assert [(each.network.name, each.attachment.ifname) for each in found] == [("former", "eth0"), ("second", "net1")]


def test_podman_removes_the_named_network_alone() -> None:
    (target,) = targets(PROFILES["podman"], "DEL", NETWORK, ATTACHMENT, [in_cache(a_list("former", "a"), "former")])
    assert target.network is NETWORK


def test_an_unreadable_cached_configuration_means_today_s() -> None:
    (target,) = targets(PROFILES["podman"], "DEL", NETWORK, ATTACHMENT, [in_cache("{")])
    assert (target.network, target.attachment) == (NETWORK, ATTACHMENT)


def test_an_unreadable_one_of_another_network_is_refused() -> None:
    with pytest.raises(ConfigError, match="failed to find requested network name former"):
        targets(PROFILES["crio"], "DEL", NETWORK, ATTACHMENT, [in_cache("{", "former")])


def test_crio_reads_a_cached_single_plugin_too() -> None:
    single = in_cache('{"cniVersion":"0.4.0","name":"net","type":"cached"}')
    crio, podman = (
        targets(PROFILES[name], "DEL", NETWORK, ATTACHMENT, [single])[0].network for name in ("crio", "podman")
    )
    assert (crio.links[0].type, podman) == ("cached", NETWORK)


def test_verbs_that_are_never_sent_are_named() -> None:
    assert words(rules(PROFILES["podman"], ("DEL", "CHECK"))) == [
        ("loopback", "not attached"),
        ("DEL's configuration", "the cached one"),
        ("CHECK", "run as libcni would run it"),
    ]


@pytest.mark.parametrize(
    ("name", "error", "goes_on", "decided"),
    [
        ("containerd", "device not found", True, [("the failed DEL of cni-loopback", "taken for done")]),
        ("containerd", "try again", False, [("DEL of net", "never sent")]),
        ("crio", "device not found", False, [("DEL of net", "never sent")]),
    ],
)
def test_a_failed_del_ends_the_removal_unless_forgiven(
    name: str, error: str, goes_on: bool, decided: list[tuple[str, str]]
) -> None:
    first, second = targets(PROFILES["containerd"], "DEL", NETWORK, ATTACHMENT, ())
    went_on, made = after_failure(PROFILES[name], first, error, [second])
    assert (went_on, words(made)) == (goes_on, decided)
