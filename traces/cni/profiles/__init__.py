"""Where the runtimes differ: which file they choose, what DEL is run with, what they pass on, what they add."""
