"""How plugins name the host's end of a pod's veth pair."""

from tests.support.stand_ins import POD, no_network
from traces.simulate.ask import Ask
from traces.simulate.ground import Ground
from traces.simulate.veth_names import name_by_container, name_by_pod


def ask(args: str) -> Ask:
    """A request with these CNI_ARGS."""
    environ = {**POD, "CNI_ARGS": args}
    return Ask(plugin="x", verb="ADD", environ=environ, stdin=b"{}", ground=Ground(run_network=no_network))


def test_calico_s_is_the_pod_s_digest() -> None:
    assert name_by_pod(ask("K8S_POD_NAMESPACE=shop;K8S_POD_NAME=web-0"), "cali") == "calia4fc3c48bd8"


def test_without_a_pod_it_is_the_container_s_id() -> None:
    assert name_by_pod(ask(""), "cali") == "calic0ffee"
    assert name_by_pod(ask("K8S_POD_NAME=web-0"), "cali") == "calic0ffee"


def test_cilium_s_is_the_container_s_digest() -> None:
    assert name_by_container(ask(""), "lxc") == "lxc4b66314056eb"
