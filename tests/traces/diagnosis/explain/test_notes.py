"""What runtimes do that one would not expect, said where it matters and nowhere else."""

from tests.support.error_texts import ID, in_containerd, in_crio, in_libcni
from traces.diagnosis.explain.explain import explain_record


def notes(text: str) -> str:
    """All notes of the first error."""
    return " ".join(explain_record(text)[0].notes)


def test_a_dropped_del_error_is_called_a_leak() -> None:
    nil = "and ignoring because the sandbox network setup result is nil indicating the network setup never completed"
    text = f'level=error msg="Failed to destroy network for sandbox \\"{ID}\\"; {nil}" error="no interfaces provided"'
    found = explain_record(text)[0]
    assert (found.is_cleanup, found.kind) == (True, "prevresult/no-interfaces")
    assert "containerd drops this error" in found.notes[0]


def test_del_says_which_links_were_not_called() -> None:
    text = f'failed to destroy network for sandbox "{ID}": plugin type="portmap" failed (delete): x'
    assert "the links before portmap were not called" in notes(text)
    assert "configuration of now" in notes(text)


def test_crio_takes_pods_down_with_the_cached_configuration() -> None:
    text = 'error removing pod a_b from CNI network "n": plugin type="portmap" failed (delete): x'
    assert "that it cached at ADD" in notes(text)


def test_a_missing_plugin_under_containerd_leaks() -> None:
    error = 'failed to find plugin "x" in path [/a]'
    assert "leaks at every retry" in notes(in_containerd(in_libcni(error)))
    assert "leaks at every retry" not in notes(in_crio(in_libcni(error)))


def test_check_and_status_name_no_link() -> None:
    assert "link by link" in notes("Interface veth1 Mac doesn't match: 02:00 not found")


def test_a_refused_file_means_another_thing_for_each_runtime() -> None:
    error = "error parsing configuration list: no name"
    assert "stops containerd's whole load" in notes(f"cni config load failed: {error}")
    assert "take the next one" in notes(f"Error loading CNI config list file /a: {error}")


def test_an_ordinary_failure_of_add_has_no_note() -> None:
    assert notes(in_crio(in_libcni("no interfaces provided"))) == ""
