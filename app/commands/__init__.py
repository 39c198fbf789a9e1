"""The headless verbs, one a file: data on stdout, talk on stderr. None of them loads the screen."""
