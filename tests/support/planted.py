"""A trace with secrets in every place where one was ever seen, each in a form of its own."""

import base64
import json
from dataclasses import replace
from typing import Any

from tests.support.traces import failing_add
from traces.model.trace import Branch, Trace

JWT = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjbmkifQ.c2lnbmVkLWJ5LW5vYm9keQ"
PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEAplanted\n-----END RSA PRIVATE KEY-----"
SECRETS = {
    "jwt": JWT,
    "password": "correct-horse-7",
    "listed": "second-of-the-list",
    "nested": "token-in-a-string",
    "variable": "db-passw0rd-9",
    "url": "url-s3cret-pw",
    "env": "wJalrXUtnFEMI/K7MDENG",
    "args": "token-in-cni-args",
    "yaml": "token-of-a-kubeconfig",
    "cached": "only-in-the-cache-1",
    "edited": "typed-by-the-user-2",
    "bearer": "abcDEF0123456789",
    "aws": "AKIAIOSFODNN7EXAMPLE",
    "quoted": 'with"quote\\and-slash',
}
OPEN = ("10.88.0.9", "0a:58:0a:58:00:09", "web-0", "/etc/cni/net.d/calico-kubeconfig", "shop")
"""What must stay, beside the secrets or under names that sound like one."""
KUBECONFIG = f"""apiVersion: v1
clusters: []
users:
- user:
    token: {SECRETS["yaml"]}
    client-key-data: {base64.b64encode(PEM.encode()).decode()}
"""


def config() -> dict[str, Any]:
    """A link's stdin that says far too much."""
    return {
        "type": "calico",
        "policy": {"type": "k8s", "k8s_auth_token": JWT},
        "passwords": ["", SECRETS["password"], SECRETS["listed"]],
        "kubernetes": {"kubeconfig": OPEN[3], "key": PEM},
        "inline": {"kubeconfig": KUBECONFIG},
        "args": json.dumps({"auth": {"type": "k8s", "given": [SECRETS["nested"]]}, "ip": OPEN[0]}),
        "env": [{"name": "DB_PASSWORD", "value": SECRETS["variable"]}, {"name": "MAC", "value": OPEN[1]}],
        "etcd": f"https://root:{SECRETS['url']}@10.88.0.9:2379",
        "token": OPEN[0],
        "secretName": "web-0",
        "credentials": SECRETS["quoted"],
    }


def stderr() -> bytes:
    """A log that repeats it all, in its own ways."""
    lines = [f"login with {SECRETS['password']} failed", f"Authorization: Bearer {SECRETS['bearer']}"]
    lines += [f"key id {SECRETS['aws']}", f"x{SECRETS['yaml']}x", f'msg="{json.dumps(config())[1:-1]}"', PEM]
    lines += [json.dumps(config()), json.dumps(json.dumps(config())), SECRETS["quoted"]]
    return "\n".join(lines).encode()


def planted() -> Trace:
    """The trace: an ADD that failed at its second link."""
    trace = failing_add()
    first, rest = trace.calls[0], trace.calls[1:]
    cached = json.dumps({"password": SECRETS["cached"]}).encode()
    environment = (f"AWS_SECRET_ACCESS_KEY={SECRETS['env']}", f"CNI_ARGS=TOKEN={SECRETS['args']}", "PATH=/usr/bin")
    first = replace(
        first,
        stdin=json.dumps(config()).encode(),
        stderr=stderr(),
        environment=(*first.environment, *(entry.encode() for entry in environment)),
        argv=(first.path, "--token", SECRETS["nested"]),
    )
    failing = replace(rest[-1], stderr=stderr(), stdin=json.dumps(config(), separators=(",", ":")).encode())
    cache = {"kind": "cniCacheV1", "config": base64.b64encode(json.dumps(config()).encode()).decode()}
    network, attachment = trace.network, trace.attachment
    links = (replace(network.links[0], config=json.dumps(config()).encode()), *network.links[1:])
    return replace(
        trace,
        calls=(first, *rest[:-1], failing),
        network=replace(network, raw=json.dumps({"plugins": [config()]}).encode(), links=links),
        attachment=replace(
            attachment, args=(*attachment.args, ("TOKEN", SECRETS["args"])), capability_args={"auth": [JWT]}
        ),
        result=json.dumps({"ips": [{"address": "10.88.0.9/16"}], "kube-api-token": JWT}).encode(),
        failure=replace(trace.failure, text=f"GET https://x:{SECRETS['url']}@h: {JWT}") if trace.failure else None,
        cache_before=json.dumps(cache | {"config": base64.b64encode(cached).decode()}).encode(),
        cache_after=json.dumps(cache).encode(),
        notes=(f"edited: {SECRETS['edited']}",),
        branch_of=Branch(
            trace="p", link=0, edits=({"op": "add", "path": "/ipam/password", "value": SECRETS["edited"]},)
        ),
    )
