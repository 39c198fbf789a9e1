"""Lessons: chains that really run, and questions whose answers are read from those runs."""
