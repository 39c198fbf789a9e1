"""Whole texts: logs, lists of events, JSON, what a terminal broke into lines."""

import json

from tests.support.error_texts import ID, as_klog, in_containerd, in_libcni
from traces.diagnosis.explain.reading import Reading, read_text

ERROR = in_containerd(in_libcni("no interfaces provided"))


def read(text: str) -> Reading:
    """What a text says, read line by line."""
    return read_text(text.encode().splitlines(keepends=True))


def log_line(sandbox: str, pod: str, when: str, error: str = ERROR) -> str:
    """A line of kubelet's log."""
    line = as_klog(error).replace(ID, sandbox).replace("shop/web-0", pod)
    return f"Oct 26 14:08:{when} node1 kubelet[12]: {line}\n"


def test_the_same_again_is_folded_with_times_and_counts() -> None:
    text = "".join(log_line(f"{number:064x}", f"shop/web-{number % 3}", f"{number:02d}") for number in range(30))
    (found,) = read(text).explanations
    assert (found.count, found.attempts, len(found.pods)) == (30, 30, 3)
    assert (found.first, found.last) == ("Oct 26 14:08:00", "Oct 26 14:08:29")


def test_the_newest_sandbox_is_the_one_told() -> None:
    text = log_line("a1" * 32, "shop/web-0", "01") + log_line("b2" * 32, "shop/web-0", "02")
    assert read(text).explanations[0].container_id == "b2" * 32


def test_other_errors_stay_apart_the_most_frequent_first() -> None:
    other = in_containerd(in_libcni("must be called as chained plugin"))
    text = log_line(ID, "a/b", "01", other) + log_line(ID, "a/b", "02") + log_line(ID, "a/b", "03")
    assert [each.kind for each in read(text).explanations] == ["prevresult/no-interfaces", "order/chained-plugin-first"]


def test_one_cause_in_several_layers_words_is_one() -> None:
    containerd = 'time="2024-10-30T07:40:53Z" level=error msg="RunPodSandbox for &PodSandboxMetadata{Name:web-0,Uid:u,'
    containerd += f'Namespace:shop,Attempt:0,}} failed, error" error={json.dumps(ERROR.partition("desc = ")[2])}\n'
    (found,) = read(log_line(ID, "shop/web-0", "01") + containerd).explanations
    assert (found.count, found.attempts, found.pods) == (2, 1, ("shop/web-0",))


def test_what_only_follows_comes_last() -> None:
    text = (
        "Normal  SandboxChanged  2s (x900 over 5m)  kubelet  Pod sandbox changed, it will be killed and re-created.\n"
    )
    text += f"Warning  FailedCreatePodSandBox  3s  kubelet  Failed to create pod sandbox: {ERROR}\n"
    found = read(text).explanations
    assert [each.follows for each in found] == [False, True]
    assert found[1].count == 900


def test_a_long_log_is_read_for_what_matters_only() -> None:
    head = "Oct 26 14:08:18 n kubelet[1]: I1026 14:08:18.459323 1 scope.go:115]"
    noise = f'{head} "Started sandbox" id="no interfaces provided"\n'
    found = read(noise * 300 + log_line(ID, "shop/web-0", "01") + noise * 300)
    assert [each.count for each in found.explanations] == [1]
    assert found.lines == 601


def test_a_text_that_a_terminal_broke_is_put_together() -> None:
    whole = f"Failed to create pod sandbox: {ERROR}"
    within_words = "\n".join(whole[start : start + 41] for start in range(0, len(whole), 41))
    between_words = whole.replace(" ", "\n      ")
    assert read(within_words).explanations[0].error == "no interfaces provided"
    assert read(between_words).explanations[0].error == "no interfaces provided"


def test_kubectl_describe_says_which_pod() -> None:
    event = f"  Warning  FailedCreatePodSandBox  3s  kubelet  {ERROR}"
    text = f"Name:             web-0\nNamespace:        shop\nEvents:\n{event}\n"
    found = read(text).explanations[0]
    assert (found.pod, found.namespace, found.pods) == ("web-0", "shop", ("shop/web-0",))


def test_a_list_of_events_as_json_is_read() -> None:
    item = {"message": f"Failed to create pod sandbox: {ERROR}", "count": 5, "involvedObject": {"name": "web-0"}}
    found = read(json.dumps({"kind": "List", "items": [item, {"message": "Scheduled"}]}, indent=2)).explanations
    assert [(each.count, each.pod) for each in found] == [(5, "web-0")]


def test_the_load_status_of_crictl_info_is_read() -> None:
    error = "no network config found in /etc/cni/net.d: cni plugin not initialized"
    status = f"cni config load failed: {error}: failed to load cni config"
    found = read(json.dumps({"config": {"a": 1}, "lastCNILoadStatus": status}, indent=2)).explanations
    assert [(each.kind, each.runtime) for each in found] == [("config/no-file", "containerd")]


def test_json_that_is_cut_off_is_read_as_lines() -> None:
    text = '{\n  "message": "Network plugin returns error: cni plugin not initialized",\n  "reason": "Net\n'
    assert [each.kind for each in read(text).explanations] == ["config/not-loaded"]


def test_a_text_of_nothing_is_empty() -> None:
    assert read("").is_empty
    assert read("\n \n").is_empty
    assert not read("hello").is_empty


def test_bytes_that_are_no_text_do_no_harm() -> None:
    found = read_text([b'\xff\xfe\x00 plugin type="a\xff" failed (add): no interfaces provided\n']).explanations
    assert [each.kind for each in found] == ["prevresult/no-interfaces"]


def test_too_many_different_records_are_counted() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    names = [one + two + three for one in letters for two in letters for three in letters[:4]]
    text = "".join(f"E1026 14:08:18.459398 1 a.go:1] cni of {name}\n" for name in names)
    assert read(text).left_out == len(names) - 2000
