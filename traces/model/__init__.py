"""Frozen values that every layer speaks in: no behaviour beyond answering questions about themselves."""
