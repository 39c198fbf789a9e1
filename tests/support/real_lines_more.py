"""More lines of public threads: old kubelets, containerd, CRI-O, Multus, daemons that do not answer."""

from tests.support.real_line import RealLine

MORE_LINES = (
    RealLine(
        address="https://github.com/projectcalico/cni-plugin/issues/909",
        text="  Warning  FailedCreatePodSandBox  2m  kubelet, vcloud-single  Failed to create pod sandbox: "
        "rpc error: code = Unknown desc = [failed to set up sandbox container "
        '"3fe33199939736653d0eb5ffb41ffd4a" network for pod "kafka-0": networkPlugin cni failed to set '
        'up pod "kafka-0_default" network: netplugin failed with no error message, failed to clean up '
        'sandbox container "3fe33199939736653d0eb5ffb41ffd4a" network for pod "kafka-0": networkPlugin '
        'cni failed to teardown pod "kafka-0_default" network: netplugin failed with no error message]',
        kind="exit/silent",
        verb="ADD",
        pod="kafka-0",
        namespace="default",
        runtime="dockershim",
    ),
    RealLine(
        address="https://github.com/kubernetes-sigs/nfs-subdir-external-provisioner/issues/257",
        text="  Warning  FailedCreatePodSandBox  101s  kubelet  Failed to create pod sandbox: rpc error: "
        'code = Unknown desc = failed to setup network for sandbox "cb8a846be7902a75": plugin '
        'type="calico" failed (add): connection is unauthorized: Unauthorized',
        kind="daemon/credential-expired",
        verb="ADD",
        plugin="calico",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/k8snetworkplumbingwg/multus-cni/issues/1072",
        text="0s  Warning  FailedCreatePodSandBox  pod/alpine-whsll  Failed to create pod sandbox: rpc "
        'error: code = Unknown desc = failed to setup network for sandbox "11ce5f00d56f731f": plugin '
        'type="multus-shim" name="multus-cni-network" failed (add): CmdAdd (shim): CNI request failed '
        "with status 400: '&{...} ERRORED: error configuring pod [default/alpine-whsll] networking: "
        "Multus: [default/alpine-whsll/9ca09698-bfdb-4b2c-b26a-dbbf6618f787]: error loading k8s "
        "delegates k8s args: TryLoadPodDelegates: error in getting k8s network for pod: "
        "GetNetworkDelegates: failed getting the delegate: GetCNIConfig: err in GetCNIConfigFromFile: "
        "No networks found in /host/etc/cni/net.d...",
        kind="config/no-file",
        verb="ADD",
        plugin="multus-shim",
        pod="alpine-whsll",
        namespace="default",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/cilium/cilium/issues/30820",
        text='Feb 15 20:28:32 kind-worker containerd[3929]: time="2024-02-15T20:28:32.075190807Z" '
        'level=error msg="RunPodSandbox for '
        "&PodSandboxMetadata{Name:server,Uid:eb9891c8-0b47-426b-8456-10a210f1115f,Namespace:default,Attem"
        'pt:0,} failed, error" error="failed to setup network for sandbox \\"1341f1c7aa620238\\": '
        'plugin type=\\"cilium-cni\\" failed (add): netplugin failed: \\"ts=1708028912.027259, '
        'now=2024-02-15 20:28:32.027259, to retry\\\\n\\""',
        kind="exit/stderr-only",
        verb="ADD",
        plugin="cilium-cni",
        pod="server",
        namespace="default",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/google/gvisor-containerd-shim/issues/5",
        text='FATA[0000] stopping the pod sandbox "ecc27974c76b134d" failed: rpc error: code = Unknown desc '
        '= failed to destroy network for sandbox "ecc27974c76b134d": running [/sbin/iptables -t nat -D '
        "POSTROUTING -s fe80::88e8:2fff:fe88:eef0/64 -j CNI-ec7c908de84d219cb3afd915 -m comment "
        '--comment name: "bridge" id: "ecc27974c76b134d" --wait]: exit status 2: iptables v1.6.1: '
        "invalid mask `64' specified",
        kind="firewall/command-failed",
        verb="DEL",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/projectcalico/calico/issues/7647",
        text="May 12 11:18:48 k8s-master01 kubelet[39085]: E0512 11:18:48.474993  39085 "
        'remote_runtime.go:205] "StopPodSandbox from runtime service failed" err="rpc error: code = '
        'DeadlineExceeded desc = context deadline exceeded" podSandboxID="b25b1fe9f0eae615"',
        kind="timeout/deadline",
        verb="DEL",
    ),
    RealLine(
        address="https://github.com/coredns/coredns/issues/6091",
        text='May 11 16:09:21 k8s-master01 containerd[765]: time="2023-05-11T16:09:21.839669754+08:00" '
        'level=error msg="RunPodSandbox for '
        "&PodSandboxMetadata{Name:coredns-f5cb5585b-s2bxk,Uid:eeb63f47-d6af-45ef-b52a-f37fb5bc75d5,Namesp"
        'ace:kube-system,Attempt:0,} failed, error" error="failed to setup network for sandbox '
        '\\"f1f5708a3613e62a\\": plugin type=\\"calico\\" failed (add): netplugin failed with no error '
        'message: signal: killed"',
        kind="timeout/deadline",
        verb="ADD",
        plugin="calico",
        pod="coredns-f5cb5585b-s2bxk",
        namespace="kube-system",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/containerd/cri/issues/732",
        text='FATA[0010] stopping the pod sandbox "5dc62a1a5e19c" failed: rpc error: code = Unknown desc = '
        'failed to destroy network for sandbox "5dc62a1a5e19c4c1": dial tcp 10.10.25.230:4001: '
        "getsockopt: connection refused",
        kind="daemon/api-unreachable",
        verb="DEL",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/spidernet-io/cni-plugins/issues/47",
        text="  Warning  FailedKillPod  11s (x8 over 67s)  kubelet  error killing pod: failed to "
        '"KillPodSandbox" for "18ba147d-9f0f-4255-816f-5d07998d6908" with KillPodSandboxError: "rpc '
        'error: code = Unknown desc = failed to destroy network for sandbox \\"3bb433e9ee32e340\\": '
        'plugin type=\\"multus\\" name=\\"multus-cni-network\\" failed (delete): delegateDel: error '
        'invoking ConflistDel - \\"sriov-overlay\\": conflistDel: error in getting result from '
        'DelNetworkList: failed to del rule table 500: no such file or directory "',
        kind="del/not-idempotent",
        verb="DEL",
        plugin="multus",
        network="sriov-overlay",
        count=8,
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/projectcalico/libcalico-go/issues/415",
        text="May 08 23:03:21 node-01 kubelet[15267]: E0508 23:03:21.672368  15267 pod_workers.go:182] "
        "Error syncing pod 61270e6c-3442-11e7-9f7f-080027ee3298 "
        '("my-nginx-3047691970-t46th_default(61270e6c-3442-11e7-9f7f-080027ee3298)"), skipping: error '
        'killing pod: failed to "KillPodSandbox" for "61270e6c-3442-11e7-9f7f-080027ee3298" with '
        'KillPodSandboxError: "rpc error: code = 2 desc = NetworkPlugin cni failed to teardown pod '
        '\\"my-nginx-3047691970-t46th_default\\" network: netplugin failed but error parsing its '
        'diagnostic message \\"\\": unexpected end of JSON input"',
        kind="exit/silent",
        verb="DEL",
        pod="my-nginx-3047691970-t46th",
        namespace="default",
        runtime="dockershim",
    ),
    RealLine(
        address="https://github.com/containerd/containerd/issues/7689",
        text="FATA[0000] run pod sandbox: rpc error: code = Unknown desc = failed to create pod network "
        "sandbox k8s_nginx_default_hdishd83djaidwnduwk28bcsb_1(4338cd100cc17c25): error adding pod "
        'default_nginx to CNI network "k8s-pod-network": pods "nginx" not found',
        kind="daemon/pod-unknown",
        verb="ADD",
        network="k8s-pod-network",
        pod="nginx",
        namespace="default",
        runtime="CRI-O",
    ),
    RealLine(
        address="https://github.com/cri-o/cri-o/issues/1523",
        text="Apr 12 15:36:09 kata kubelet[29066]: E0412 15:36:09.501733  29066 remote_runtime.go:92] "
        "RunPodSandbox from runtime service failed: rpc error: code = Unknown desc = failed to create "
        "pod network sandbox "
        "k8s_kube-controller-manager-kata_kube-system_94ed0fa540fbf10c0225d82de5e61561_0(35e354e982ccd726"
        "): cni config uninitialized",
        kind="config/not-loaded",
        verb="load",
        pod="kube-controller-manager-kata",
        namespace="kube-system",
        runtime="CRI-O",
    ),
    RealLine(
        address="https://github.com/cri-o/cri-o/issues/7008",
        text="  Warning  FailedCreatePodSandBox  4m9s  kubelet  Failed to create pod sandbox: rpc error: "
        "code = Unknown desc = failed to get network status for pod sandbox "
        "k8s_argocd-server-67b55cf99f-pg4tn_argo-cd_2b09c73b-ae84-4d96-8e9c-a49e64a83f0a_0(d283503be0626b"
        '67): error checking pod argo-cd_argocd-server-67b55cf99f-pg4tn for CNI network "crio": '
        "Interface veth53193e1d Mac doesn't match: 7e:10:77:0b:8b:d5 not found",
        kind="check/mac-changed",
        verb="CHECK",
        network="crio",
        pod="argocd-server-67b55cf99f-pg4tn",
        namespace="argo-cd",
        runtime="CRI-O",
    ),
    RealLine(
        address="https://github.com/cilium/cilium/issues/6801",
        text="  Warning  FailedCreatePodSandBox  20s  kubelet, ip-192-168-4-64.us-west-2.compute.internal  "
        "Failed create pod sandbox: rpc error: code = Unknown desc = [failed to set up sandbox "
        'container "7cf45c4df8151237" network for pod "cilium-etcd-zj5wtgvx9d": NetworkPlugin cni '
        'failed to set up pod "cilium-etcd-zj5wtgvx9d_kube-system" network: unable to connect to '
        "Cilium daemon: Failed to create cilium agent client after 30.000000 seconds timeout: "
        '%!!(MISSING)s(<nil>), failed to clean up sandbox container "7cf45c4df8151237" network for pod '
        '"cilium-etcd-zj5wtgvx9d": NetworkPlugin cni failed to teardown pod '
        '"cilium-etcd-zj5wtgvx9d_kube-system" network: unable to connect to Cilium daemon: Failed to '
        "create cilium agent client after 30.000000 seconds timeout: %!!(MISSING)s(<nil>)]",
        kind="daemon/socket-down",
        verb="ADD",
        pod="cilium-etcd-zj5wtgvx9d",
        namespace="kube-system",
        runtime="dockershim",
    ),
    RealLine(
        address="https://github.com/cilium/cilium/issues/6556",
        text="Failed create pod sandbox: rpc error: code = Unknown desc = failed to set up sandbox "
        'container "ed0135d1743810e0" network for pod "etcd-operator-5cf67779fd-gzt59": NetworkPlugin '
        'cni failed to set up pod "etcd-operator-5cf67779fd-gzt59_kube-system" network: unable to '
        "retrieve configuration from cilium-agent: Get http:///var/run/cilium/cilium.sock/v1/config: "
        "dial unix /var/run/cilium/cilium.sock: connect: no such file or directory",
        kind="daemon/socket-down",
        verb="ADD",
        pod="etcd-operator-5cf67779fd-gzt59",
        namespace="kube-system",
        runtime="dockershim",
    ),
    RealLine(
        address="https://github.com/cilium/cilium/issues/25778",
        text="  Warning  FailedCreatePodSandBox  99m  kubelet  Failed to create pod sandbox: rpc error: "
        'code = Unknown desc = failed to setup network for sandbox "03bc9190fdef1b12": plugin '
        'type="cilium-cni" name="cilium" failed (add): Unable to create endpoint: Cilium API client '
        "timeout exceeded",
        kind="daemon/socket-down",
        verb="ADD",
        plugin="cilium-cni",
        runtime="containerd",
    ),
    RealLine(
        address="https://github.com/cilium/cilium/issues/40312",
        text="(combined from similar events): Failed to create pod sandbox: rpc error: code = Unknown desc "
        '= failed to setup network for sandbox "0b2f8521e66ae74d": plugin type="cilium-cni" failed '
        "(add): unable to connect to Cilium agent: failed to create cilium agent client after "
        '30.000000 seconds timeout: Get "http://localhost/v1/config": dial unix '
        "/var/run/cilium/cilium.sock: connect: no such file or directory Is the agent running?",
        kind="daemon/socket-down",
        verb="ADD",
        plugin="cilium-cni",
        runtime="containerd",
    ),
)
