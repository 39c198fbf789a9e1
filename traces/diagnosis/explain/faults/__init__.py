"""What the kinds of fault are that a text can speak of: the likely cause, and what to do next. One file a family."""
