"""Names that plugins make of the network's name and the container ID (containernetworking/plugins, pkg/utils)."""

import hashlib


def hashed(length: int, prefix: str, text: str) -> str:
    """A name of that length: the prefix, filled up with the text's SHA-512 in hex (MustFormatHashWithPrefix)."""
    return (prefix + hashlib.sha512(text.encode(errors="surrogateescape")).hexdigest())[:length]
