"""Stand-ins: plugins that keep the CNI contract where the real ones are not installed, and faults to order."""
