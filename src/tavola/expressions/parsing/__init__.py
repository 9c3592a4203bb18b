"""From the text of an expression to its tree: tokens, paths, conditions, updates."""
