"""What a person starts: the command line, the app and its screens."""
