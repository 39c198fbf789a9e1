"""Values in their plain form."""

import pytest

from traces.model.plain import plain
from traces.model.snapshot import Device, Peer, Snapshot


def test_fields_with_their_default_are_left_out() -> None:
    device = Device(index=2, name="eth0", flags=("UP",), peer=Peer(index=3, side="host"))
    assert plain(device) == {"index": 2, "name": "eth0", "flags": ["UP"], "peer": {"index": 3, "side": "host"}}
    assert plain(Snapshot()) == {}


def test_what_has_no_plain_form_is_refused() -> None:
    with pytest.raises(TypeError, match="set has no plain form"):
        plain((1, {2}))
