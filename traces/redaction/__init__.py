"""Takes the secrets out of a trace before it leaves: each becomes a placeholder, the same one wherever it stands."""
