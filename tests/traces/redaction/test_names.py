"""What names a secret, and what only sounds like it."""

import pytest

from traces.redaction.names import is_open, secret_kind, variable_kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("token", "token"),
        ("k8s_auth_token", "token"),
        ("kube-api-token", "token"),
        ("authToken", "token"),
        ("Passwords", "password"),
        ("PGPASSWORD", "password"),
        ("private_key", "private-key"),
        ("client-key-data", "private-key"),
        ("certificate-authority-data", "certificate"),
        ("APIKey", "key"),
        ("AWS_SECRET_ACCESS_KEY", "key"),
        ("auth", "credential"),
        ("Authorization", "credential"),
        ("kubeconfig", "kubeconfig"),
    ],
)
def test_names_of_secrets_have_a_kind(name: str, kind: str) -> None:
    assert secret_kind(name) == kind


@pytest.mark.parametrize(
    "name",
    ["secretName", "tokenPath", "authMode", "key", "author", "password_file", "tokenExpirationSeconds", "ips", ""],
)
def test_names_that_sound_like_secrets_have_none(name: str) -> None:
    assert secret_kind(name) is None


@pytest.mark.parametrize("name", ["CNI_AUTH", "PATH", "TOKEN_PATH", "PWD", "SSH_AUTH_SOCK"])
def test_cnis_variables_and_paths_are_open(name: str) -> None:
    assert variable_kind(name) is None
    assert variable_kind("MY_TOKEN") == "token"


@pytest.mark.parametrize("value", ["", "none", "10.0.0.1/16", "0a:58:0a:58:00:09", "__TOKEN__", "/var/run/x/token"])
def test_switches_templates_paths_and_addresses_are_open(value: str) -> None:
    assert is_open(value, "token")


def test_a_kubeconfigs_path_is_open_and_its_content_not() -> None:
    assert is_open("/somewhere/else", "kubeconfig")
    assert not is_open("apiVersion: v1\nusers: []", "kubeconfig")
