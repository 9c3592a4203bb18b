"""Typed Python from a design."""
