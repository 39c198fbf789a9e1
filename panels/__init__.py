"""Widgets: each draws a value that it is given and says what the user did."""
