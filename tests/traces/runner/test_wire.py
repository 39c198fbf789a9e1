"""Frames over a socket pair."""

import os
import socket
import threading
from collections.abc import Iterator

import pytest

from traces.runner.wire import receive, send

Pair = tuple[socket.socket, socket.socket]


@pytest.fixture
def pair() -> Iterator[Pair]:
    here, there = socket.socketpair()
    with here, there:
        yield here, there


def test_a_frame_arrives_as_it_was_sent(pair: Pair) -> None:
    send(pair[0], {"op": "read", "path": "/ü\udcff"}, b"\0\xff")
    frame = receive(pair[1])
    assert frame and (frame.header, frame.payload) == ({"op": "read", "path": "/ü\udcff"}, b"\0\xff")


def test_a_frame_larger_than_the_socket_arrives(pair: Pair) -> None:
    payload = os.urandom(3_000_000)
    sender = threading.Thread(target=send, args=(pair[0], {}, payload))
    sender.start()
    frame = receive(pair[1])
    sender.join()
    assert frame and frame.payload == payload


def test_descriptors_arrive_and_are_closed_on_exec(pair: Pair) -> None:
    reader, writer = os.pipe()
    send(pair[0], {}, descriptors=[writer])
    frame = receive(pair[1])
    assert frame
    assert not os.get_inheritable(frame.descriptors[0])
    os.write(frame.descriptors[0], b"through")
    assert os.read(reader, 10) == b"through"
    for descriptor in (reader, writer, *frame.descriptors):
        os.close(descriptor)


def test_frames_do_not_run_into_each_other(pair: Pair) -> None:
    reader, writer = os.pipe()
    send(pair[0], {"n": 1}, b"one")
    send(pair[0], {"n": 2}, b"two", [writer])
    first, second = receive(pair[1]), receive(pair[1])
    assert first and second
    assert (first.payload, first.descriptors, second.payload, len(second.descriptors)) == (b"one", [], b"two", 1)
    for descriptor in (reader, writer, *second.descriptors):
        os.close(descriptor)


def test_the_end_of_the_other_side_is_none(pair: Pair) -> None:
    pair[0].close()
    assert receive(pair[1]) is None


def test_an_end_within_a_frame_is_an_error(pair: Pair) -> None:
    pair[0].sendall(b"\0\0\0\x09\0\0\0\0{}")
    pair[0].close()
    with pytest.raises(ConnectionError):
        receive(pair[1])
