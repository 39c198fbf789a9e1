"""The only door for the app: run a chain, follow it, open a trace, rerun from any link."""
