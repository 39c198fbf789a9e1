"""A node that is watched, and what is installed on it."""
