"""The screen's keys: the table, the user's own, and how Textual is told."""
