"""The profiles there are."""

from traces.cni.profiles.containerd import CONTAINERD
from traces.cni.profiles.crio import CRIO
from traces.cni.profiles.libcni import LIBCNI
from traces.cni.profiles.podman import PODMAN

PROFILES = {profile.name: profile for profile in (CONTAINERD, CRIO, PODMAN, LIBCNI)}
