"""Lessons by prompts: the walk through one, the quiz over many, and how both look as text."""
