"""Everything without a screen: run, record, keep and replay CNI plugin chains."""
