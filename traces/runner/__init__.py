"""Runs chains: libcni's verbs over an executor, and the places that an executor can stand for."""
