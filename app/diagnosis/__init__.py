"""Findings on the screen and in text."""
