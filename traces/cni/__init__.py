"""The Container Network Interface as libcni speaks it: configuration, stdin, environment, results, cache."""
