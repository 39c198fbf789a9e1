"""The environment that a plugin is given."""

from traces.cni.environment import plugin_environment, version_environment
from traces.model.network import Attachment

POD = Attachment(container_id="c", netns="/run/netns/pod", ifname="net1", args=(("K", "V"), ("A", "=b")))
OURS = (
    "CNI_COMMAND=ADD",
    "CNI_CONTAINERID=c",
    "CNI_NETNS=/run/netns/pod",
    "CNI_ARGS=K=V;A==b",
    "CNI_IFNAME=net1",
    "CNI_PATH=/a:/b",
)


def test_ours_replace_the_runtime_s() -> None:
    base = ("HOME=/", "CNI_PATH=/old", "TWICE=1", "odd", "TWICE=2", "CNI_EXTRA=kept")
    assert plugin_environment("ADD", POD, ("/a", "/b"), base) == ("odd", "HOME=/", "TWICE=2", "CNI_EXTRA=kept", *OURS)


def test_without_an_attachment_the_variables_are_empty() -> None:
    assert plugin_environment("GC", None, ("/a",))[1:4] == ("CNI_CONTAINERID=", "CNI_NETNS=", "CNI_ARGS=")


def test_a_version_call_has_stand_ins() -> None:
    assert {"CNI_COMMAND=VERSION", "CNI_NETNS=dummy", "CNI_PATH=dummy"} < set(version_environment())
