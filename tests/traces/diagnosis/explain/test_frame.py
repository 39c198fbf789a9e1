"""What is around a message: journals, klog, logrus, CRI logs, JSON, events."""

import json

import pytest

from traces.diagnosis.explain.frame import framed, from_object

ERROR = "no interfaces provided"
KLOG = 'E1026 14:08:18.459398 1067481 kuberuntime_sandbox.go:72] "Failed" err="no interfaces provided" pod="shop/web-0"'


@pytest.mark.parametrize(
    ("line", "when", "unit"),
    [
        (f"Oct 26 14:08:18 node1 kubelet[12]: {KLOG}", "Oct 26 14:08:18", "kubelet"),
        (f"2024-10-26T14:08:18.1+02:00 node1 kubelet[12]: {KLOG}", "2024-10-26T14:08:18.1+02:00", "kubelet"),
        (f"2024-10-26T14:08:18.123456789Z stderr F {KLOG}", "2024-10-26T14:08:18.123456789Z", ""),
        (json.dumps({"log": KLOG + "\n", "time": "2024-10-26T14:08:18Z"}), "10-26 14:08:18.459398", ""),
        (KLOG, "10-26 14:08:18.459398", ""),
    ],
)
def test_klog_is_read_in_any_frame(line: str, when: str, unit: str) -> None:
    found = framed(line)
    assert (found.text, found.when, found.unit) == (f"Failed: {ERROR}", when, unit)
    assert (found.pod, found.namespace, found.level) == ("web-0", "shop", "E")


def test_old_klog_is_all_message() -> None:
    found = framed(f"E0303 15:13:47.821539    6809 remote_runtime.go:96] RunPodSandbox failed: {ERROR}")
    assert found.text == f"RunPodSandbox failed: {ERROR}"


def test_logrus_gives_message_and_error() -> None:
    found = framed(f'time="2024-10-30T07:40:53Z" level=error msg="StopPodSandbox for \\"a\\" failed" error="{ERROR}"')
    assert (found.text, found.when) == (f'StopPodSandbox for "a" failed: {ERROR}', "2024-10-30T07:40:53Z")


def test_logrus_on_a_terminal_is_read_too() -> None:
    assert framed(f'ERRO[0264] it failed, error  error="{ERROR}"').text == f"it failed, error: {ERROR}"


def test_kubelets_json_log_is_read() -> None:
    line = json.dumps({"ts": 1.5, "msg": "Failed", "err": ERROR, "pod": {"name": "web-0", "namespace": "shop"}})
    found = framed(line)
    assert (found.text, found.pod, found.namespace) == (f"Failed: {ERROR}", "web-0", "shop")


def test_a_row_of_kubectl_describe_says_how_often() -> None:
    found = framed(f"  Warning  FailedCreatePodSandBox  3m15s (x17 over 6m45s)  kubelet, node1   {ERROR}")
    assert (found.text, found.count, found.when, found.since) == (ERROR, 17, "3m15s ago", "6m45s ago")


def test_a_row_of_kubectl_get_events_names_the_pod() -> None:
    found = framed(f"shop   55m   Warning   FailedCreatePodSandBox   pod/web-0   {ERROR}")
    assert (found.text, found.pod, found.namespace, found.when) == (ERROR, "web-0", "shop", "55m ago")


def test_an_event_object_says_who_when_and_how_often() -> None:
    event = {
        "message": ERROR,
        "involvedObject": {"name": "web-0", "namespace": "shop"},
        "source": {"component": "kubelet"},
        "count": 4,
        "firstTimestamp": "2024-01-01T00:00:00Z",
        "lastTimestamp": "2024-01-02T00:00:00Z",
    }
    found = from_object(event)
    assert found is not None
    assert (found.pod, found.namespace, found.unit, found.count) == ("web-0", "shop", "kubelet", 4)
    assert (found.since, found.when) == ("2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z")


@pytest.mark.parametrize("value", [{}, {"message": 3}, {"msg": None, "err": []}, {"message": ""}])
def test_an_object_without_words_is_no_message(value: dict[str, object]) -> None:
    assert from_object(value) is None


@pytest.mark.parametrize("line", ["", "{", "{}", '{"log": 3}', "[1]", '"', "E1026", "a=", 'err="'])
def test_odd_lines_are_their_own_message(line: str) -> None:
    assert framed(line).text == line.strip()
