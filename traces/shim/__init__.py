"""The recording shim: the C program, the recorder directories that put it in place, and the spool it writes."""
