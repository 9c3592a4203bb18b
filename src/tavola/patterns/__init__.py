"""What designs have in common beyond one item: numbered drafts, a published marker."""
