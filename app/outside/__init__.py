"""What leaves the screen, and what is started beside it: copies, pictures, pager, editor, crash reports."""
