"""The sandbox as its users see it: real plugins, the spool, programs, network namespaces."""

import fcntl
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.sandbox_chain import BRIDGE, NETNS, PLUGINS, add, call, delete
from tests.support.sandbox_host import fingerprint
from tests.support.sandbox_place import PATH, fresh_sandbox, sh, shell_recorder
from tests.support.sandbox_user import python_of_everybody, run_tests_as_nobody
from traces.runner.executor import Execution
from traces.runner.sandbox import Sandbox, SandboxSpec, open_sandbox

pytestmark = pytest.mark.sandbox
HERE = Path(__file__).parent


@pytest.fixture
def box() -> Iterator[Sandbox]:
    with fresh_sandbox(plugin_dirs=(PLUGINS, "/opt/cni/bin")) as sandbox:
        yield sandbox


@pytest.mark.plugins
def test_the_real_chain_gives_eth0_its_address(box: Sandbox) -> None:
    box.add_netns(NETNS)
    result = add(box)
    address = result["ips"][0]["address"]
    assert f"inet {address} " in sh(box, "ip -n pod addr show eth0")
    assert "--to-destination 10.22.0.2:80" in sh(box, "iptables-save -t nat")
    assert "tbf" in sh(box, "tc qdisc")


@pytest.mark.plugins
def test_del_leaves_nothing_of_the_attachment(box: Sandbox) -> None:
    box.add_netns(NETNS)
    delete(box, add(box))
    links = sh(box, "ip -n pod -brief link; ip -brief link")
    assert [line.split()[0] for line in links.splitlines()] == ["lo", "lo", "cni0"]
    assert not {"c0ffee", "10.22.0.2", "8080"} & set(sh(box, "iptables-save").replace('"', " ").split())
    assert box.listdir("/var/lib/cni/networks/test") == ("last_reserved_ip.0", "lock")


@pytest.mark.plugins
def test_the_host_is_the_same_after_a_chain() -> None:
    before = fingerprint()
    with fresh_sandbox(plugin_dirs=(PLUGINS,)) as box:
        box.add_netns(NETNS)
        add(box)
    assert fingerprint() == before


@pytest.mark.plugins
def test_recorders_lie_over_the_plugins(tmp_path: Path) -> None:
    recorder = shell_recorder(PLUGINS, tmp_path)
    with open_sandbox(SandboxSpec(workdir=str(tmp_path), recorders=(recorder,))) as box:
        box.add_netns(NETNS)
        add(box, (BRIDGE,))
        assert (box.spool / "log").read_text() == "ADD bridge\nADD host-local\n"
    assert os.listdir(tmp_path / "spool") == []


def test_the_spool_is_read_from_outside(box: Sandbox) -> None:
    inside = sh(box, "echo /tmp/cnistep-*/spool").strip()
    sh(box, f"echo one > {inside}/a; echo two > {inside}/b; mv {inside}/b {inside}/c")
    assert sorted(os.listdir(box.spool)) == ["a", "c"]
    assert (box.spool / "c").read_text() == "two\n"
    assert sh(box, f"stat -c '%a %u' {inside}") == "700 0\n"


def test_a_lock_in_the_spool_is_seen_from_outside(box: Sandbox) -> None:
    inside = sh(box, "echo /tmp/cnistep-*/spool").strip()
    script = f"exec 9>{inside}/locked; flock -x 9; echo held; exec sleep 1000"
    running = box.execute("/bin/sh", ("sh", "-c", script), b"", (PATH,))
    while not (box.spool / "locked").exists() or not _is_locked(box.spool / "locked"):
        assert running.wait(0.01) is None
    running.kill()
    assert running.wait(60)
    assert not _is_locked(box.spool / "locked")


def _is_locked(path: Path) -> bool:
    with path.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def test_another_process_of_ours_reads_the_spool(box: Sandbox) -> None:
    (box.spool / "from-outside").touch()
    listed = subprocess.run(["/bin/ls", str(box.spool)], capture_output=True, text=True, check=True)
    assert listed.stdout == "from-outside\n"


def test_a_program_gets_stdin_and_exactly_this_environment(box: Sandbox) -> None:
    entries = ("A=1", "B=two words", "A=again", "EMPTY=", "ODD")
    completed = box.run(("/usr/bin/env",), env=entries)
    assert completed.stdout.decode().split("\n") == [*entries, ""]
    assert box.run(("/bin/cat",), stdin=b"\0\xff" * 300_000).stdout == b"\0\xff" * 300_000


def test_a_program_is_found_on_the_path(box: Sandbox) -> None:
    assert box.run(("iptables", "--version")).stdout.startswith(b"iptables")
    assert box.run(("no-such-program",)).start_error == "no such file or directory"


def test_exit_codes_and_signals_are_told(box: Sandbox) -> None:
    assert box.run(("/bin/sh", "-c", "echo out; echo err >&2; exit 255")).exit_code == 255
    killed = box.run(("/bin/sh", "-c", "echo out; kill -TERM $$"))
    assert (killed.signal, killed.exit_code, killed.stdout) == (15, None, b"out\n")


def test_signals_are_not_ignored_by_programs(box: Sandbox) -> None:
    assert "SigIgn:\t0000000000000000" in sh(box, "cat /proc/self/status")
    assert "SigBlk:\t0000000000000000" in sh(box, "cat /proc/self/status")


def test_start_errors_are_in_the_words_of_go(box: Sandbox) -> None:
    sh(box, "printf x > /tmp/plain; printf '\\0\\1' > /tmp/broken; chmod 755 /tmp/broken")
    words = {
        "/tmp/plain": "permission denied",
        "/tmp/broken": "exec format error",
        "/tmp/none": "no such file or directory",
        "/tmp/plain/below": "not a directory",
    }
    for path, word in words.items():
        completed = box.start(Execution(path=path, stdin=b"", env=())).wait(60)
        assert completed and completed.start_error == word


def test_a_busy_program_is_told_as_such(box: Sandbox) -> None:
    sh(box, "cp /bin/sleep /tmp/busy")
    script = "exec 9>>/tmp/busy; : >/tmp/held; exec sleep 1000"
    holder = box.execute("/bin/sh", ("sh", "-c", script), b"", (PATH,))
    while "held" not in box.listdir("/tmp"):
        assert holder.wait(0.01) is None
    completed = box.start(Execution(path="/tmp/busy", stdin=b"", env=())).wait(60)
    assert completed and completed.start_error == "text file busy"
    holder.kill()


def test_a_running_plugin_is_awaited_and_killed(box: Sandbox) -> None:
    running = box.execute("/bin/sleep", ("sleep", "1000"), b"", ())
    assert running.wait(0) is None
    running.kill()
    completed = running.wait(60)
    assert completed and completed.signal == 9
    running.kill()
    assert running.wait(0) == completed


def test_after_a_kill_a_held_pipe_is_not_awaited(box: Sandbox) -> None:
    running = box.execute("/bin/sh", ("sh", "-c", "echo said; sleep 1000 & exec sleep 1000"), b"", (PATH,))
    assert running.wait(0.1) is None
    running.kill()
    completed = running.wait(60)
    assert completed and completed.signal == 9


def test_files_of_the_place_are_reached(box: Sandbox) -> None:
    path = "/var/lib/cni/results/net-id-eth0"
    assert box.read(path) is None
    box.write(path, b"\0cache")
    assert box.read(path) == b"\0cache"
    assert sh(box, f"stat -c %a {path} /var/lib/cni/results").split() == ["600", "700"]
    assert box.listdir("/var/lib/cni/results") == ("net-id-eth0",)
    box.remove(path)
    box.remove(path)
    assert box.listdir("/var/lib/cni/results") == ()
    assert box.listdir("/none") == ()


def test_a_file_that_can_not_be_written_is_an_oserror(box: Sandbox) -> None:
    with pytest.raises(OSError, match="/usr/x"):
        box.write("/usr/x", b"")


def test_a_fifo_does_not_hang_the_place(box: Sandbox) -> None:
    sh(box, "mkfifo /tmp/fifo")
    with pytest.raises(OSError, match="/tmp/fifo"):
        box.read("/tmp/fifo")


def test_a_netns_is_made_as_ip_does(box: Sandbox) -> None:
    assert not box.has_netns(NETNS)
    box.add_netns(NETNS)
    sh(box, "ip netns add other")
    assert box.has_netns(NETNS) and box.has_netns("/var/run/netns/other")
    mine, theirs = (sh(box, f"ip -n {name} link; ip -n {name} addr") for name in ("pod", "other"))
    assert mine == theirs
    assert sh(box, f"stat -c '%a %F' {NETNS}") == sh(box, "stat -c '%a %F' /run/netns/other")
    assert sorted(sh(box, "ip netns").split()) == ["other", "pod"]


def test_a_netns_is_taken_away(box: Sandbox) -> None:
    box.add_netns(NETNS)
    box.add_netns(NETNS)
    box.remove_netns(NETNS)
    box.remove_netns(NETNS)
    assert not box.has_netns(NETNS)
    assert box.listdir("/run/netns") == ()


def test_what_ran_in_the_sandbox_ends_with_it() -> None:
    with fresh_sandbox() as box:
        running = box.execute("/bin/sleep", ("cnistep-sleeper", "1000"), b"", ())
        assert _sleepers() == 1
        assert running.wait(0) is None
    assert _sleepers() == 0


def _sleepers() -> int:
    count = 0
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            count += Path("/proc", process, "cmdline").read_bytes().startswith(b"cnistep-sleeper\0")
        except OSError:
            continue
    return count


@pytest.mark.plugins
def test_a_plugin_without_its_netns_says_so_itself(box: Sandbox) -> None:
    completed = call(box, "ADD", BRIDGE, None, netns="/run/netns/none")
    assert completed.exit_code == 1
    assert b"failed to open netns" in completed.stdout


@pytest.mark.skipif(os.geteuid() != 0, reason="it is an ordinary user who runs this already")
@pytest.mark.timeout(600)
def test_an_ordinary_user_gets_all_of_this() -> None:
    if python_of_everybody() is None:
        pytest.skip("no Python that an ordinary user may start has our packages")
    files = (HERE / name for name in ("test_sandbox.py", "test_inside.py", "test_rootfs.py", "test_host.py"))
    materialised = HERE.parent / "kernel" / "test_materialise.py"
    done = run_tests_as_nobody(*(str(file) for file in files), str(materialised))
    assert done.returncode == 0, done.stdout + done.stderr
