"""The proof that places are given exactly once: a crowd, and processes that are killed."""
