"""Lines of public threads, cut to what matters, each with its address and what the text alone says of it."""

from tests.support.real_line import RealLine
from tests.support.real_lines_more import MORE_LINES
from tests.support.real_lines_others import OTHER_LINES

REAL_LINES = (
    RealLine(
        address="https://github.com/flannel-io/flannel/issues/2232",
        text="  Warning  FailedCreatePodSandBox  3m15s (x17 over 6m45s)  kubelet            (combined from similar "
        "events): "
        "Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox "
        '"c981dd6fab7e72250f444f4e41aaa1d9761c0be4f5e493b6a3dccc326c952ff3": plugin type="flannel" failed (add): '
        "loadFlannelSubnetEnv failed: open /run/flannel/subnet.env: no such file or directory",
        kind="daemon/state-file-missing",
        verb="ADD",
        plugin="flannel",
        count=17,
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/kubernetes/kubelet/issues/46",
        text="    Oct 26 14:08:18 k8s-eu-1-master kubelet[1067481]: E1026 14:08:18.459398 1067481 "
        'kuberuntime_sandbox.go:72] "Failed to create sandbox for pod" err="rpc error: code = Unknown desc = failed to '
        'setup network for sandbox \\"5db402ddcda98eb797e884575883860a0211c9bf5b6b9d08562793290fd5de78\\": plugin '
        'type=\\"flannel\\" failed (add): loadFlannelSubnetEnv failed: open /run/flannel/subnet.env: no such file or '
        'directory" pod="kube-system/coredns-5dd5756b68-gt7xt"',
        kind="daemon/state-file-missing",
        verb="ADD",
        plugin="flannel",
        pod="coredns-5dd5756b68-gt7xt",
        namespace="kube-system",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/k3s-io/k3s/issues/122",
        text="E0303 15:13:47.821539    6809 pod_workers.go:190] Error syncing pod 3e63dc36-3d40-11e9-b202-4ccc6abd096d "
        '("coredns-7748f7f6df-j276v_kube-system(3e63dc36-3d40-11e9-b202-4ccc6abd096d)"), skipping: failed to '
        '"CreatePodSandbox" for "coredns-7748f7f6df-j276v_kube-system(3e63dc36-3d40-11e9-b202-4ccc6abd096d)" with '
        'CreatePodSandboxError: "CreatePodSandbox for pod '
        '\\"coredns-7748f7f6df-j276v_kube-system(3e63dc36-3d40-11e9-b202-4ccc6abd096d)\\" failed: rpc error: code = '
        "Unknown desc = failed to setup network for sandbox "
        '\\"685ac82cbe0a2fdd191647571b90e48fb445fa73effdb320676c9bba11260ede\\": open /run/flannel/subnet.env: no such '
        'file or directory"',
        kind="daemon/state-file-missing",
        verb="ADD",
        pod="coredns-7748f7f6df-j276v",
        namespace="kube-system",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/canonical/microk8s/issues/4661",
        text="Oct 30 07:40:53 microk8s-vm microk8s.daemon-containerd[4255]: "
        'time="2024-10-30T07:40:53.336035984+01:00" level=error msg="StopPodSandbox for '
        '\\"6c036dbabde6cdcc8d3f6438056faea00593ee5f68f914c3487b07ccba3f0c35\\" failed" error="failed to destroy '
        "network "
        'for sandbox \\"6c036dbabde6cdcc8d3f6438056faea00593ee5f68f914c3487b07ccba3f0c35\\": plugin type=\\"calico\\" '
        'failed (delete): error getting ClusterInformation: connection is unauthorized: Unauthorized"',
        kind="daemon/credential-expired",
        verb="DEL",
        plugin="calico",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/containerd/containerd/issues/8662",
        text='level=error msg="failed to reload cni configuration after receiving fs change '
        'event(\\"/etc/cni/net.d/10-calico.conflist\\": WRITE)" error="cni config load failed: failed to load CNI '
        "config "
        "list file /etc/cni/net.d/10-calico.conflist: error parsing configuration list: unexpected end of JSON input: "
        'invalid cni config: failed to load cni config"',
        kind="config/invalid-json-partial-write",
        verb="load",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/containerd/containerd/issues/11715",
        text="ERRO[2025-04-18T10:01:10.463519586+08:00] failed to reload cni configuration after receiving fs change "
        'event(RENAME        "/etc/cni/net.d/nmx.conflist")  error="cni config load failed: no network config found in '
        '/etc/cni/net.d: cni plugin not initialized: failed to load cni config"',
        kind="config/no-file",
        verb="load",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/k8snetworkplumbingwg/multus-cni/issues/386",
        text="Warning  FailedCreatePodSandBox  24m                    kubelet, kube-2    Failed create pod sandbox: "
        "rpc "
        'error: code = Unknown desc = [failed to set up sandbox container "7caa536a060bf5811" network for pod '
        '"samplepod": NetworkPlugin cni failed to set up pod "samplepod_default" network: Multus: Err adding pod to '
        'network "macvlan-conf": Multus: error in invoke Delegate add - "macvlan": failed to find plugin "macvlan" in '
        'path [/opt/cni/bin], failed to clean up sandbox container "7caa536a060bf5811" network for pod "samplepod": '
        'NetworkPlugin cni failed to teardown pod "samplepod_default" network: Multus: error in invoke Delegate del - '
        '"macvlan": failed to find plugin "macvlan" in path [/opt/cni/bin]]',
        kind="binary/missing",
        verb="ADD",
        plugin="macvlan",
        network="macvlan-conf",
        pod="samplepod",
        namespace="default",
        runtime="dockershim",
    ),
    RealLine(
        address="https://github.com/openshift/cluster-network-operator/pull/696",
        text="Failed to create pod sandbox: rpc error: code = Unknown desc = failed to create pod network sandbox "
        "k8s_egress-redirect-pod_test_d22d4544-18ec-43bf-95c4-70f21e5246fe_0(4d0cbd2631875f117df10c0a8501b385919b1162f4"
        "0382e75b8c87b8bb3cf7ca): Multus: [test/egress-redirect-pod]: error adding container to network "
        '"openshift-sdn": '
        'delegateAdd: error invoking confAdd - "openshift-sdn": error in getting result from AddNetwork: CNI request '
        'failed with status 400: \'could not open netns "/var/run/netns/11cb808b-c141-40e9-86fe-c74643b481aa": unknown '
        'FS magic on "/var/run/netns/11cb808b-c141-40e9-86fe-c74643b481aa": 1021994',
        kind="netns/unknown-fs-magic",
        verb="ADD",
        plugin="openshift-sdn",
        network="openshift-sdn",
        pod="egress-redirect-pod",
        namespace="test",
        runtime="CRI-O",
    ),
    RealLine(
        address="https://github.com/k8snetworkplumbingwg/multus-cni/issues/714",
        text="Warning  FailedCreatePodSandBox  3s    kubelet            Failed to create pod sandbox: rpc error: "
        "code = "
        "Unknown desc = failed to setup network for sandbox "
        '"6c9215c6217bf47705e90719cb264e419c8bf0ac52f1c2feccb4ad496e015abd": [max-dev/mc-void:cbr0]: error adding '
        'container to network "cbr0": must be called as chained plugin ',
        kind="order/chained-plugin-first",
        verb="ADD",
        network="cbr0",
        pod="mc-void",
        namespace="max-dev",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/canonical/microk8s/issues/1147",
        text="Warning  FailedCreatePodSandBox  2m52s (x35156 over 5d7h)  kubelet, 10.1.121.33  (combined from similar "
        "events): Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox "
        '"9a1b3fd9596e428093232c054a1ac7fac47a57c87f5c46dd80dde72e5bbea132": failed to allocate for range 0: no IP '
        "addresses available in range set: 10.1.56.1-10.1.56.254",
        kind="ipam/exhausted",
        verb="ADD",
        count=35156,
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/kubernetes/kubeadm/issues/587",
        text="Dec 04 22:58:14 ubuntu-xenial kubelet[4344]: E1204 22:58:14.014713    4344 kuberuntime_manager.go:581] "
        'killPodWithSyncResult failed: failed to "KillPodSandbox" for "9a5ea476-d946-11e7-a964-02b983f0a4db" with '
        'KillPodSandboxError: "rpc error: code = Unknown desc = NetworkPlugin cni failed to teardown pod '
        '\\"kube-dns-545bc4bfd4-djsm4_kube-system\\" network: failed to find plugin \\"portmap\\" in path '
        '[/opt/flannel/bin /opt/cni/bin]"',
        kind="binary/missing",
        verb="DEL",
        plugin="portmap",
        pod="kube-dns-545bc4bfd4-djsm4",
        namespace="kube-system",
        runtime="dockershim",
    ),
    RealLine(
        address="https://github.com/crc-org/snc/issues/203",
        text='Jan 25 16:45:10.211610 worker2.example.com crio[1847]: time="2021-01-25 16:45:10.211283467Z" level=error '
        'msg="Error while removing pod from CNI network \\"multus-cni-network\\": netplugin failed with no error '
        "message: "
        'context deadline exceeded"',
        kind="del/never-executed",
        verb="DEL",
        network="multus-cni-network",
        runtime="CRI-O",
    ),
    RealLine(
        address="https://github.com/projectcalico/libcalico-go/issues/415",
        text="May 08 23:03:21 node-01 kubelet[15267]: E0508 23:03:21.672368   15267 pod_workers.go:182] Error "
        "syncing pod "
        "61270e6c-3442-11e7-9f7f-080027ee3298 "
        '("my-nginx-3047691970-t46th_default(61270e6c-3442-11e7-9f7f-080027ee3298)"),'
        ' skipping: error killing pod: failed to "KillPodSandbox" for "61270e6c-3442-11e7-9f7f-080027ee3298" with '
        'KillPodSandboxError: "rpc error: code = 2 desc = NetworkPlugin cni failed to teardown pod '
        '\\"my-nginx-3047691970-t46th_default\\" network: netplugin failed but error parsing its diagnostic message '
        '\\"\\": unexpected end of JSON input"',
        kind="exit/silent",
        verb="DEL",
        pod="my-nginx-3047691970-t46th",
        namespace="default",
        runtime="dockershim",
    ),
    RealLine(
        address="https://github.com/containers/podman-compose/issues/893",
        text="WARN[0000] Error validating CNI config file /etc/cni/net.d/echo_default.conflist: [plugin bridge does "
        "not "
        'support config version "1.0.0" plugin portmap does not support config version "1.0.0"]',
        kind="version/unsupported",
        verb="VERSION",
        plugin="bridge",
        runtime="",
    ),
    RealLine(
        address="https://github.com/clearlinux/distribution/issues/966",
        text="  Warning  FailedCreatePodSandBox  7m16s  kubelet, worker3  Failed create pod sandbox: rpc error: code = "
        'Unknown desc = failed to set up sandbox container "952de3a818510fca" network for pod "writer-0": '
        "NetworkPlugin "
        'cni failed to set up pod "writer-0_late-3770" network: failed to set bridge addr: could not add IP address to '
        '"cni0": file exists',
        kind="link/bridge-address-race",
        verb="ADD",
        pod="writer-0",
        namespace="late-3770",
        runtime="dockershim",
    ),
    RealLine(
        address="https://github.com/hashicorp/nomad/issues/25510",
        text="network namespace already exists but was misconfigured: sandbox in prevResult  doesn't match configured "
        "netns: /var/run/docker/netns/77d50d80cee0",
        kind="check/sandbox-mismatch",
        verb="CHECK",
    ),
    RealLine(
        address="https://github.com/bottlerocket-os/bottlerocket/issues/359",
        text='Oct 02 23:27:34 ip-10-0-60-95 containerd[2639]: time="2019-10-02T23:27:34.439359450Z" level=error '
        'msg="StopPodSandbox for "cae59246074a27247c54d43ffd3f68be61121bcc741133b940e7188002e34f60" failed" '
        'error="failed '
        'to destroy network for sandbox "cae59246074a27247c54d43ffd3f68be61121bcc741133b940e7188002e34f60": del cmd: '
        'failed to process delete request"',
        kind="",
        verb="DEL",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/cri-o/cri-o/issues/7044",
        text="  Warning  Failed  53s (x36 over 149m)     kubelet  (combined from similar events): Error: Kubelet "
        "may be "
        "retrying requests that are timing out in CRI-O due to system load: context deadline exceeded: error reserving "
        "ctr name k8s_minio_pool-0-3_minio_8dec4302-e6b4-4874-9a60-ea305b96347f_0 for id "
        "8424e8fdc1a42daec5810b43a8baf7a9a80f7835a843fc104fe9f621a14983cb: name is reserved",
        kind="timeout/name-reserved",
        verb="",
        pod="pool-0-3",
        namespace="minio",
        count=36,
        runtime="CRI-O",
    ),
    *MORE_LINES,
    *OTHER_LINES,
)
