"""A chain as a page: its links in their order, what each contributes, and both ways through it as a diagram."""
