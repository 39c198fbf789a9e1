"""A trace in time: its steps, its layout as a sequence, playing it, and how a branch differs from its parent."""
