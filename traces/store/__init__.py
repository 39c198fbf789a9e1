"""Keeps traces: the trace file, and the folder of them with its index."""
