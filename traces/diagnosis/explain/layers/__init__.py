"""The templates of the texts, one file a speaker: what kubelet, runtimes, libcni and plugins say in which words."""
