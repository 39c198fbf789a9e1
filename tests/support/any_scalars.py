"""Any text and any number, for property tests."""

from hypothesis import strategies as st

texts = st.text(st.characters(), max_size=8)
"""Lone surrogates included, also a high one before a low one."""
WHOLE = st.integers(-(2**63), 2**64 - 1)
"""The numbers that a trace file can hold."""
