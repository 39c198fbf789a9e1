"""What a snapshot answers about itself."""

from traces.model.snapshot import Device, Namespace, Snapshot, Unread

HOST = Namespace(links=(Device(index=1, name="lo"),))


def test_a_link_is_found_by_name() -> None:
    assert HOST.link("lo") == HOST.links[0]
    assert HOST.link("eth0") is None


def test_what_was_not_read_is_lacking() -> None:
    snapshot = Snapshot(host=HOST, unread=(Unread(side="host", part="rules", reason="no"),))
    assert [snapshot.lacks("host", part) for part in ("rules", "links", "reservations")] == [True, False, False]
    assert snapshot.lacks("pod", "links")


def test_an_unread_netns_lacks_every_part() -> None:
    snapshot = Snapshot(host=HOST, unread=(Unread(side="host", part="netns", reason="gone"),))
    assert snapshot.lacks("host", "links")
    assert str(snapshot.unread[0]) == "host: netns: gone"
