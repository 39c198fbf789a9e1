"""Stepping by prompts: no screen, one line after the other."""
