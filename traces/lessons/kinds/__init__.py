"""The kinds of questions, one file each; ``table.py`` has them all."""
