"""How the screen looks: themes, glyphs, motion, the user's configuration."""
