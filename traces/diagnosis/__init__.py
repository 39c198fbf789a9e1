"""What a trace says is wrong, or is left over, and how one knows."""
