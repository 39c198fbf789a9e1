"""More lines of public threads: addresses, versions, iptables, other callers than kubelet."""

from tests.support.real_line import RealLine

OTHER_LINES = (
    RealLine(
        address="https://github.com/projectcalico/calico/issues/10352",
        text='plugin type="calico" failed (add): error getting ClusterInformation: Get '
        '"https://172.20.0.1:443/apis/crd.projectcalico.org/v1/clusterinformations/default": Service '
        "Unavailable",
        kind="daemon/api-failed",
        verb="ADD",
        plugin="calico",
    ),
    RealLine(
        address="https://github.com/projectcalico/calico/issues/8409",
        text='plugin type="calico" failed (add): error creating calico client: could not initialize etcdv3 '
        "client: open /etc/calico/ssl/calico.pem: no such file or directory",
        kind="daemon/file-missing",
        verb="ADD",
        plugin="calico",
    ),
    RealLine(
        address="https://github.com/podman-container-tools/podman/issues/14843",
        text='Error: plugin type="bridge" failed (add): cni plugin bridge failed: failed to list chains: '
        "running [/usr/sbin/iptables -t nat -S --wait]: exit status 4: # Warning: iptables-legacy "
        "tables present, use iptables-legacy to see them\niptables v1.8.4 (nf_tables):  CHAIN_ADD "
        "failed (No such file or directory): chain PREROUTING",
        kind="firewall/command-failed",
        verb="ADD",
        plugin="bridge",
    ),
    RealLine(
        address="https://github.com/kubernetes/kubernetes/issues/71692",
        text="Dec 04 13:12:57 Test-LPAR-Ubuntu kubelet[27165]: W1204 13:12:57.753306  27165 cni.go:188] "
        "Unable to update cni config: No networks found in /etc/cni/net.d",
        kind="config/no-file",
        verb="load",
        runtime="dockershim",
    ),
    RealLine(
        address="https://github.com/kubernetes/kubernetes/issues/129294",
        text='E1219 05:56:59.337946  37131 kubelet.go:2902] "Container runtime network not ready" '
        'networkReady="NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns '
        'error: cni plugin not initialized"',
        kind="config/not-loaded",
        verb="load",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/k8snetworkplumbingwg/multus-cni/issues/1010",
        text="2022-12-30T03:55:25Z [error] [multus/busybox-deployment-7c868c5b79-2nxrw:ipvlan-multus]: "
        'error adding container to network "ipvlan-multus": error at storage engine: Could not '
        "allocate IP in range: ip: 100.76.215.210 / - 100.76.215.213 / range: "
        "net.IPNet{IP:net.IP{0x64, 0x4c, 0xd7, 0xd0}, Mask:net.IPMask{0xff, 0xff, 0xff, 0xf0}}",
        kind="ipam/exhausted",
        verb="ADD",
        network="ipvlan-multus",
        pod="busybox-deployment-7c868c5b79-2nxrw",
        namespace="multus",
    ),
    RealLine(
        address="https://github.com/kubernetes/kubeadm/issues/587",
        text="Dec 04 22:59:29 ubuntu-xenial kubelet[4344]: E1204 22:59:29.476511  4344 "
        'kuberuntime_manager.go:581] killPodWithSyncResult failed: failed to "KillPodSandbox" for '
        '"9a5ea476-d946-11e7-a964-02b983f0a4db" with KillPodSandboxError: "rpc error: code = Unknown '
        'desc = NetworkPlugin cni failed to teardown pod \\"kube-dns-545bc4bfd4-djsm4_kube-system\\" '
        'network: failed to find plugin \\"portmap\\" in path [/opt/flannel/bin /opt/cni/bin]"',
        kind="binary/missing",
        verb="DEL",
        plugin="portmap",
        pod="kube-dns-545bc4bfd4-djsm4",
        namespace="kube-system",
        runtime="dockershim",
    ),
    RealLine(
        address="https://github.com/siderolabs/extensions/issues/826",
        text="hostport-test  1s (x17 over 3m33s)  Warning  FailedCreatePodSandBox  Pod/hostport-test  "
        "(combined from similar events): Failed to create pod sandbox: rpc error: code = Unknown desc "
        '= failed to setup network for sandbox "b2f90857da3f8367": plugin type="portmap" failed (add): '
        'could not find nftables binary: exec: "nft": executable file not found in $PATH',
        kind="exec/helper-missing",
        verb="ADD",
        plugin="portmap",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/networkop/meshnet-cni/issues/40",
        text="13m  Warning  FailedCreatePodSandBox  pod/mimesis-grafana-565fc7d86b-x4lgc  (combined from "
        "similar events): Failed to create pod sandbox: rpc error: code = Unknown desc = failed to "
        'setup network for sandbox "9268d95fc10da922": plugin type="meshnet" name="meshnet" failed '
        '(add): incompatible CNI versions; config is "1.0.0", plugin supports ["0.1.0" "0.2.0" "0.3.0" '
        '"0.3.1" "0.4.0"]',
        kind="version/unsupported",
        verb="ADD",
        plugin="meshnet",
        pod="mimesis-grafana-565fc7d86b-x4lgc",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/hashicorp/nomad/pull/26724",
        text='failed to configure network: plugin type="firewall" failed (add): incompatible CNI versions; '
        'config is "1.0.0", plugin supports ["0.4.0"]',
        kind="version/unsupported",
        verb="ADD",
        plugin="firewall",
        runtime="Nomad",
    ),
    RealLine(
        address="https://github.com/containerd/containerd/issues/6876",
        text="FATA[0000] failed to create shim: OCI runtime create failed: container_linux.go:380: starting "
        "container process caused: process_linux.go:545: container init caused: Running hook #0:: "
        'error running hook: exit status 1, stdout: , stderr: time="2022-06-09T10:54:34+08:00" '
        'level=fatal msg="failed to call cni.Setup: plugin type=\\"bridge\\" failed (add): '
        'incompatible CNI versions; config is \\"1.0.0\\", plugin supports [\\"0.1.0\\" \\"0.2.0\\" '
        '\\"0.3.0\\" \\"0.3.1\\" \\"0.4.0\\"]"',
        kind="version/unsupported",
        verb="ADD",
        plugin="bridge",
        runtime="nerdctl",
    ),
    RealLine(
        address="https://github.com/lyft/cni-ipvlan-vpc-k8s/pull/85",
        text="Warning  FailedCreatePodSandBox  16m  kubelet, "
        "ip-172-17-224-226.eu-central-1.compute.internal  Failed create pod sandbox: rpc error: code = "
        'Unknown desc = [failed to set up sandbox container "45dbad7ae1fb8123" network for pod '
        '"fluentd-splunk-9h7bm": NetworkPlugin cni failed to set up pod '
        '"fluentd-splunk-9h7bm_kube-system" network: incompatible CNI versions; config is "0.3.1", '
        'plugin supports ["0.4.0"], failed to clean up sandbox container "45dbad7ae1fb8123" network '
        'for pod "fluentd-splunk-9h7bm": NetworkPlugin cni failed to teardown pod '
        '"fluentd-splunk-9h7bm_kube-system" network: couldn\'t discover peer idx from netns '
        '/proc/7171/ns/net: failed to lookup "veth0": could not look up "veth0": Link not found]',
        kind="version/unsupported",
        verb="ADD",
        pod="fluentd-splunk-9h7bm",
        namespace="kube-system",
        runtime="dockershim",
    ),
    RealLine(
        address="https://github.com/kubernetes/website/pull/34204",
        text='ERRO[2022-04-26T00:43:24.518165483Z] StopPodSandbox for "b" failed error="failed to destroy '
        'network for sandbox \\"bbc85f891eaf060c\\": invalid version \\"\\": the version is empty"',
        kind="version/absent",
        verb="DEL",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/aws/amazon-vpc-cni-k8s/issues/3494",
        text="Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for "
        'sandbox "0b8b83755004d7df": plugin type="aws-cni" name="aws-cni" failed (add): add cmd: '
        "failed to assign an IP address to container",
        kind="ipam/exhausted",
        verb="ADD",
        plugin="aws-cni",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/aws/amazon-vpc-cni-k8s/issues/59",
        text="E0418 19:09:56.012799  3852 remote_runtime.go:92] RunPodSandbox from runtime service failed: "
        "rpc error: code = Unknown desc = NetworkPlugin cni failed to set up pod "
        '"fluentd-pxks9_kube-system" network: add cmd: failed to assign an IP address to container',
        kind="ipam/exhausted",
        verb="ADD",
        pod="fluentd-pxks9",
        namespace="kube-system",
        runtime="dockershim",
    ),
    RealLine(
        address="https://github.com/harvester/harvester/issues/6256",
        text="  Warning  FailedCreatePodSandBox  4m26s  kubelet  Failed to create pod sandbox: rpc error: "
        'code = Unknown desc = failed to setup network for sandbox "67b3fab1dc34fa84": plugin '
        'type="multus" name="multus-cni-network" failed (add): '
        "[longhorn-system/instance-manager-fb0c4b23/a6451c37-25b3-470e-992f-03ccf7f:storagenetwork-j2849]"
        ': error adding container to network "storagenetwork-j2849": error at storage engine: Could '
        "not allocate IP in range: ip: 192.168.205.1 / - 192.168.205.254 / range: 192.168.205.0/24 / "
        "excludeRanges: [192.168.205.1/24 192.168.205.2/24]",
        kind="ipam/exhausted",
        verb="ADD",
        plugin="multus",
        network="storagenetwork-j2849",
        pod="instance-manager-fb0c4b23",
        namespace="longhorn-system",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/containerd/nerdctl/issues/236",
        text='FATA[0000] needs CNI plugin "bridge" to be installed in CNI_PATH ("/opt/cni/bin"), see '
        'https://github.com/containernetworking/plugins/releases: exec: "/opt/cni/bin/bridge": stat '
        "/opt/cni/bin/bridge: no such file or directory",
        kind="binary/missing",
        verb="",
        plugin="bridge",
        runtime="nerdctl",
    ),
)
