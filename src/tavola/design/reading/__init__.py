"""A design file read: as a tree with line numbers, by a grammar, with all that is wrong in it."""
