"""Writes traces in forms that leave the program: the trace file, a report, a diagram, a script."""
