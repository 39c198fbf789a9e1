"""Values to lines of text, and the few widgets out of which every panel is built."""
