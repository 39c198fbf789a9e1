"""The rules of the diagnosis: a fault a file, each with RULE."""
