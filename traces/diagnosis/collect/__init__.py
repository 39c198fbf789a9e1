"""Gathers the facts of a node from its file tree: mounted here, or as it was collected on another machine."""
