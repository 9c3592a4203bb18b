"""Branding: themes with drafts, one published version, and rollback."""
