"""Every profile is complete: each rule says why, and where it is from."""

import re

import pytest

from traces.cni.profiles.profile import Profile
from traces.cni.profiles.table import PROFILES


@pytest.mark.parametrize("profile", PROFILES.values(), ids=list(PROFILES))
def test_every_rule_names_a_file_of_the_runtime(profile: Profile) -> None:
    rules = (profile.args, profile.capabilities, profile.cache, profile.loopback, profile.removal)
    for source in (*(rule.source for rule in rules), *profile.unsent.values()):
        assert re.match(r"(containerd|cri-o|containers|containernetworking)/[a-z-]+ \S+", source), source


def test_the_profiles_are_known_by_their_names() -> None:
    assert list(PROFILES) == ["containerd", "crio", "podman", "libcni"]
    assert [profile.name for profile in PROFILES.values()] == list(PROFILES)
