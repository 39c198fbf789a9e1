"""One file a stand-in: what it does, and as whom."""
