"""Ctrl-C while another program has the terminal."""

import os
import signal

import pytest

from app.outside.interrupts import interrupts_are_the_programs


def test_an_interrupt_is_not_ours_until_it_is_over() -> None:
    with interrupts_are_the_programs():
        os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
