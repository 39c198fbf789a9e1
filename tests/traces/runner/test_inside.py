"""Nothing outside can be changed from within: each attempt is made, and the host is compared."""

import os
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.sandbox_host import fingerprint
from tests.support.sandbox_place import attempt, fresh_sandbox, sh
from traces.runner.sandbox import Sandbox

pytestmark = pytest.mark.sandbox

VANDAL = r"""
for file in /etc/hostname /usr/lib/x /root/x /home/x /run/x /var/lib/cni/x /var/lib/dpkg/x /opt/x /x /etc/passwd; do
    echo vandal > $file
done
mount -o remount,rw /usr; umount /usr; umount -l /proc/sys; umount -l /etc/passwd; mount -o remount,rw /etc/passwd
mount --bind /usr /mnt && mount -o remount,rw,bind /mnt && touch /mnt/vandal
unshare -m sh -c 'mount -o remount,rw /usr; touch /usr/vandal'
unshare -Urm sh -c 'mount -o remount,rw /usr; touch /usr/vandal'
chmod 600 /dev/null; chown 1 /dev/zero; chmod 777 /etc/passwd /usr /root; touch /etc/passwd
chmod 777 /proc/kcore /proc/dma /proc/interrupts /proc/sys/kernel/printk; chown 1 /proc/dma
chmod 700 /proc/1/exe; chmod 700 /proc/1/root; chmod 700 /proc/1/cwd/usr; touch /proc/1/root/usr/x
for fd in /proc/1/fd/*; do chmod 777 $fd; done
echo 1 > /proc/sys/kernel/sysrq; echo vandal > /proc/sys/kernel/hostname; echo vandal > /proc/sys/kernel/core_pattern
echo 7 > /proc/sys/vm/swappiness; echo 5 > /proc/sys/user/max_cgroup_namespaces
hostname vandal; sysctl -w net.ipv4.ip_forward=1; iptables -A FORWARD -j DROP; ip link add vandal type veth
chattr +i /etc/passwd; setfattr -n user.x -v y /usr; ln /etc/passwd /etc/vandal; mv /usr/lib/cni /usr/lib/vandal
kill -9 -1
"""
KERNEL = ("sysrq", "hostname", "printk", "core_pattern")
LOOKED_AT = (*(f"kernel/{name}" for name in KERNEL), "vm/swappiness", "net/ipv4/ip_forward")
OUTSIDE = (
    *("/", "/etc/passwd", "/usr", "/usr/lib", "/root", "/home", "/mnt"),
    *("/dev/null", "/dev/zero", "/proc/kcore", "/proc/dma", "/proc/interrupts"),
)


@pytest.fixture
def box() -> Iterator[Sandbox]:
    with fresh_sandbox() as sandbox:
        yield sandbox


def _outside() -> dict[str, object]:
    settings = [path for path in (Path("/proc/sys", name) for name in LOOKED_AT) if path.exists()]
    seen: dict[str, object] = {str(path): path.read_text() for path in settings}
    for path in filter(os.path.exists, OUTSIDE):
        found = os.stat(path)
        seen[path] = (found.st_mode, found.st_uid, found.st_nlink, found.st_mtime_ns if path != "/root" else 0)
    return seen


def test_a_vandal_changes_nothing_outside(box: Sandbox) -> None:
    before = fingerprint(), _outside()
    with subprocess.Popen(["/bin/sleep", "1000"]) as bystander:
        completed = attempt(box, VANDAL)
        assert bystander.poll() is None
        bystander.kill()
    assert completed.signal == 9 or completed.exit_code is not None
    assert (fingerprint(), _outside()) == before


def test_the_helper_survives_the_vandal(box: Sandbox) -> None:
    attempt(box, VANDAL)
    assert sh(box, "echo alive") == "alive\n"


def test_only_folders_of_ones_own_can_be_written(box: Sandbox) -> None:
    tried = "/etc /usr /root /home /var/lib/dpkg /run /tmp /var/lib/cni /etc/cni/net.d /opt /boot /proc/sys/kernel /sys"
    script = f"for d in {tried}; do (: > $d/new) 2>/dev/null && echo $d; done; true"
    assert sh(box, script).split() == ["/etc", "/run", "/tmp", "/var/lib/cni", "/etc/cni/net.d", "/opt"]


def test_no_disk_can_be_reached(box: Sandbox) -> None:
    nodes = sh(box, "find /dev -type b -o -type c").split()
    assert sorted(nodes) == sorted({*nodes} & {f"/dev/{name}" for name in _NODES})
    assert attempt(box, "mknod /tmp/disk b 254 0").exit_code != 0


_NODES = ("null", "zero", "full", "random", "urandom", "tty", "net/tun", "pts/ptmx")


def test_processes_of_the_host_are_not_seen(box: Sandbox) -> None:
    assert str(os.getpid()) not in sh(box, "ls /proc").split()
    assert int(sh(box, "ls -d /proc/[0-9]* | wc -l")) < 10


def test_the_helper_itself_is_out_of_reach(box: Sandbox) -> None:
    for entry in ("exe", "fd/0", "ns/mnt", "root"):
        assert attempt(box, f"readlink /proc/1/{entry}").exit_code != 0
    assert attempt(box, "nsenter -t 1 -m true").exit_code != 0


def test_the_machines_part_of_proc_is_sealed(box: Sandbox) -> None:
    written = "find /proc -maxdepth 1 ! -type l ! -name '[0-9]*' -writable; find /proc/sys /proc/irq /sys -writable"
    outside_net = [path for path in sh(box, written).split() if not path.startswith("/proc/sys/net/")]
    assert set(outside_net) <= {"/proc", "/proc/sys/net"}


def test_sysctls_of_its_own_network_can_be_set(box: Sandbox) -> None:
    host = Path("/proc/sys/net/ipv4/ip_forward").read_text()
    other = "1" if host.strip() == "0" else "0"
    assert sh(box, f"echo {other} > /proc/sys/net/ipv4/ip_forward; cat /proc/sys/net/ipv4/ip_forward") == other + "\n"
    assert Path("/proc/sys/net/ipv4/ip_forward").read_text() == host


def test_no_cgroup_can_be_mounted(box: Sandbox) -> None:
    assert attempt(box, "mount -t cgroup2 none /mnt").exit_code != 0
    assert attempt(box, "unshare -C true").exit_code != 0


def test_the_hosts_tree_is_gone_from_within(box: Sandbox) -> None:
    assert sh(box, "ls -A /").split().count(".host") == 0
    assert ".host" not in sh(box, "cat /proc/self/mountinfo")


def test_network_namespaces_work_with_iproute(box: Sandbox) -> None:
    box.add_netns("/run/netns/pod")
    assert "lo" in sh(box, "ip netns exec pod ip -brief link; ip -n pod link")


def test_lo_is_up_in_the_host_that_is_played(box: Sandbox) -> None:
    assert "127.0.0.1" in sh(box, "ip -brief addr show up")


def test_pseudo_terminals_and_shared_memory_are_new(box: Sandbox) -> None:
    assert sh(box, "ls /dev/pts").split() == ["ptmx"]
    assert sh(box, "ls -A /dev/shm") == ""
    assert stat.S_IMODE(int(sh(box, "stat -c %f /tmp"), 16)) == 0o1777
