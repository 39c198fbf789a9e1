"""Where the program begins. Nothing is loaded before main: an interrupt while all else is being loaded stays quiet."""

import signal


def main() -> None:
    """Run the command line. An interrupt before it has begun ends the process as the signal does, without a word."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from app.cli import main as run

    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()
