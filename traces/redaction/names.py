"""Which names stand for a secret, and which values of such names are none."""

import re
from functools import lru_cache
from ipaddress import ip_interface

KUBECONFIG = "kubeconfig"
CERTIFICATE = "certificate"
PRIVATE_KEY = "private-key"

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_FORMS = frozenset({"data", "value", "pem", "base64", "b64", "string", "text", "raw", "plain", "content", "contents"})
"""Words that only say in which form the secret is: client-key-data."""
_ENDINGS = {
    "token": "token",
    "jwt": "token",
    "cookie": "token",
    "password": "password",
    "passwd": "password",
    "passphrase": "password",
    "passcode": "password",
    "pwd": "password",
    "psk": "key",
    "apikey": "key",
    "accesskey": "key",
    "secretkey": "key",
    "privatekey": PRIVATE_KEY,
    "secret": "secret",
    "credential": "credential",
    "cred": "credential",
    "auth": "credential",
    "authorization": "credential",
    "kubeconfig": KUBECONFIG,
}
_LONG_ENDINGS = tuple(word for word in _ENDINGS if len(word) > 5 and word not in ("cookie", "authorization"))
"""Those that need no word boundary before them: PGPASSWORD."""
_KEYS = {"private": PRIVATE_KEY, "client": PRIVATE_KEY, "tls": PRIVATE_KEY, "server": PRIVATE_KEY, "ssh": PRIVATE_KEY}
_KEYS |= dict.fromkeys(("api", "access", "secret", "signing", "encryption", "shared", "auth", "account"), "key")
_PAIRS = {("kube", "config"): KUBECONFIG, ("secret", "id"): "secret"}
_OPEN_NAMES = re.compile(r"CNI_\w*|\w*PATH|PWD|OLDPWD|HOME|USER|HOSTNAME|SHELL|LANG|TERM|SSH_AUTH_SOCK")
_WHAT = ("type", "kind", "name", "namespace", "mode", "method", "enabled", "path", "file", "dir")
_WHERE = ("url", "server", "endpoint", "region", "user", "username", "version")
_ABOUT = frozenset((*_WHAT, *_WHERE))
"""Members of an object of secrets that only say what it is."""

_NONE = re.compile(
    r"\s*|true|false|none|null|nil|yes|no|on|off|enabled|disabled|required|optional|\*+|x{3,}"
    r"|<redacted:[a-z-]+:\d+>|__\w+__|\$\w+|\$\{[^{}]*\}|\$\([^()]*\)|\{\{[^{}]*\}\}"
    r"|/(?:etc|var|run|opt|usr|home|root|tmp|host|hostroot|dev|proc|sys|mnt|srv)(?:/[\w.@:+-]+)+/?"
    r"|(?:[0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}",
    re.IGNORECASE,
)
_LONG = 64


@lru_cache(maxsize=4096)
def secret_kind(name: str) -> str | None:
    """The kind of secret that a name stands for: «token» of k8s_auth_token; None for a name of something else.

    What counts is how the name ends: secretName and tokenPath are none.
    """
    words = [word.lower() for word in _WORD.findall(name[-200:])]
    is_data = False
    while words and words[-1] in _FORMS:
        is_data = True
        words.pop()
    if not words:
        return None
    last = words[-1] if words[-1] in _ENDINGS else words[-1].removesuffix("s")
    before = words[-2] if len(words) > 1 else ""
    if last == "key" and before in _KEYS:
        return _KEYS[before]
    if is_data and "certificate" in words[-2:]:
        return CERTIFICATE
    joined = next((_ENDINGS[ending] for ending in _LONG_ENDINGS if last.endswith(ending)), None)
    return _PAIRS.get((before, last)) or _ENDINGS.get(last) or joined


def variable_kind(name: str) -> str | None:
    """The same for a variable of the environment: CNI's own and search paths are open whatever they are called."""
    return None if _OPEN_NAMES.fullmatch(name) else secret_kind(name)


def says_what(name: str) -> bool:
    """Whether a member of an object of secrets only says what they are: its type, its name."""
    return name.lower() in _ABOUT


def is_open(value: str, kind: str) -> bool:
    """Whether a value is no secret though its name says so: empty, a switch, a template, a file's path, an address."""
    if _NONE.fullmatch(value) or is_address(value):
        return True
    return kind == KUBECONFIG and "\n" not in value and "{" not in value and (value[:1] == "/" or len(value) < _LONG)


def is_address(value: str) -> bool:
    """Whether it is an IP address, with or without its prefix length."""
    try:
        ip_interface(value)
    except ValueError:
        return False
    return not value.isdigit()
