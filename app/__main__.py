"""``python -m app`` is ``cnistep``."""

from app.cli import main

main()
