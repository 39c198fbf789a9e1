"""One verb a module: each in libcni's order, with libcni's words at a failure."""
