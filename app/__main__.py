"""``python -m app`` is ``cnistep``."""

from app.start import main

main()
