"""What the debugger can do beyond playing and opening: a feature a file, with its keys and what they do."""
