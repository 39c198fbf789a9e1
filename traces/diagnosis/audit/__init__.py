"""The chains of many nodes held against each other: which nodes are equal, which drifted, in what, and since when."""
