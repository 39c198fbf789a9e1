"""Ctrl-C while another program has the terminal: it is meant for that program."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupts_are_the_programs() -> Iterator[None]:
    """Ctrl-C reaches the whole process group: it ends the program, not the screen that waits for it.

    Its handler does nothing, and is not SIG_IGN, which the program would inherit. An event loop hears of signals by
    the wakeup descriptor: all that came is told to it afterwards, but for the interrupts.
    """
    heard, told = os.pipe()
    os.set_blocking(heard, False)
    os.set_blocking(told, False)
    handler = signal.signal(signal.SIGINT, lambda number, frame: None)
    loops = signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(loops)
        signal.signal(signal.SIGINT, handler)
        os.close(told)
        with open(heard, "rb") as numbers:
            came = set(numbers.read()) - {signal.SIGINT}
        # Without a loop the handlers themselves have done what there is to do.
        for number in sorted(came) if loops != -1 else ():
            signal.raise_signal(number)
