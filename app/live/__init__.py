"""Runs that are stepped, edited, answered for and rerun."""
