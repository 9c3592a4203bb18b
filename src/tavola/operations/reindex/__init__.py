"""Bringing stored items to what a design says now."""
